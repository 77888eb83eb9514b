package dev.sluice.relay.ops.move;

import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.move.DeadLetterQueue.Copy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Moves events of the log. */
public final class Moves {

  /** At most so many events are looked at one by one before something is confirmed. */
  static final int LOOKED_AT = 10_000;

  /** At most so many are counted. */
  static final int COUNTED = 1_000_000;

  private final Session session;

  public Moves(Session session) {
    this.session = session;
  }

  /** Streams with dead events. */
  public List<String> deadStreams(String subscription) {
    return session.perform(c -> MovePreviewSql.deadStreams(c, subscription));
  }

  /** What a filter would hit. */
  public Matches match(Selection selection) {
    return session.perform(c -> MovePreviewSql.match(c, selection));
  }

  /** What came, or waits, behind these dead events; both by keys. */
  public Successors successors(String subscription, List<Match> dead) {
    return session.perform(c -> SuccessorSql.find(c, subscription, dead));
  }

  /** Writes down that it was confirmed, in the audit too; nothing is moved yet. */
  public Operation start(Order order) {
    return session.perform(c -> OperationSql.start(c, order));
  }

  public Optional<Operation> find(UUID operation) {
    return session.perform(c -> OperationSql.find(c, operation));
  }

  /** Moves the next events of an operation; what it did and how far it came are one transaction. */
  public Chunk advance(Operation operation, Map<String, String> destinations, int limit) {
    return session.transact(c -> OperationSql.advance(c, operation, destinations, limit));
  }

  /**
   * For each copy on the dead-letter queue in turn, whether it is out of date: its event was
   * redriven since, delivered or discarded. A copy of an unknown event is not: others may use the
   * queue too. Nor is the copy of an event that is about to become DEAD.
   *
   * @param moved events that were moved just now
   */
  public List<Boolean> stale(List<Copy> copies, Set<UUID> moved) {
    return session.perform(c -> StaleCopiesSql.stale(c, copies, moved));
  }

  /**
   * Which events.
   *
   * @param destinations where each stream with dead events goes
   */
  public record Selection(MoveKind kind, Filter filter, Map<String, String> destinations) {}

  /** One event, without what is in it. */
  public record Match(
      UUID id,
      long seq,
      String stream,
      String type,
      String key,
      Instant createdAt,
      Instant at,
      @Nullable String code,
      @Nullable String reason,
      @Nullable String group) {

    public Match withTime(Instant time) {
      return new Match(id, seq, stream, type, key, createdAt, time, code, reason, group);
    }
  }

  /**
   * @param count all that match, counted up to {@link #COUNTED}
   * @param complete false where the database needed too long to look everywhere
   * @param first the first of them, in order of seq
   */
  public record Matches(long count, boolean complete, List<Match> first) {
    public Matches {
      first = List.copyOf(first);
    }

    boolean atLeast() {
      return count >= COUNTED || !complete;
    }
  }

  /**
   * @param delivered keys with later events that were delivered; null if it would take too long to
   *     know
   * @param waiting keys with later events that wait
   * @param waitingIsAtLeast there may be more
   */
  public record Successors(@Nullable Long delivered, long waiting, boolean waitingIsAtLeast) {}

  /** What was confirmed. */
  public record Order(
      MoveKind kind, Filter filter, int perMinute, String actor, @Nullable String reason) {}

  /** An order that is being carried out. */
  public record Operation(
      UUID id,
      MoveKind kind,
      Filter filter,
      long affected,
      long skipped,
      boolean done,
      String actor,
      int perMinute) {}

  /**
   * What one step did.
   *
   * @param moved the events, whose copies on the dead-letter queue are stale now
   * @param waitMillis how long nothing more may be moved, because a minute's events were
   */
  public record Chunk(Operation operation, List<UUID> moved, long waitMillis) {
    public Chunk {
      moved = List.copyOf(moved);
    }
  }
}
