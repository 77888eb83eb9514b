package dev.sluice.relay.ops;

import dev.sluice.relay.ops.Command.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events that an operator moves, as they lie in the database. */
public interface Moves {

  /** At most so many events are looked at one by one before something is confirmed. */
  int LOOKED_AT = 10_000;

  /** At most so many are counted. */
  int COUNTED = 1_000_000;

  /** Streams with dead events. */
  List<String> deadStreams();

  /** What a filter would hit. */
  Matches match(Selection selection);

  /** What came, or waits, behind these dead events; both by keys. */
  Successors successors(List<Match> dead);

  /** Writes down that it was confirmed, in the audit too; nothing is moved yet. */
  Operation start(Order order);

  Optional<Operation> find(UUID operation);

  /** Moves the next events of an operation; what it did and how far it came are one transaction. */
  Chunk advance(Operation operation, Map<String, String> destinations, int limit);

  /**
   * For each copy on the dead-letter queue in turn, whether it tells of a death that is over: its
   * event was redriven since, or has left the outbox. One that nothing is known of is not, for
   * others may use the queue too, and one that is about to die has its copy already.
   *
   * @param moved what was moved just now; without an archive nothing else remembers it
   */
  List<Boolean> stale(List<DeadLetterQueue.Copy> copies, Set<UUID> moved);

  /**
   * Which events.
   *
   * @param destinations where each stream with dead events goes
   */
  record Selection(Kind kind, Filter filter, Map<String, String> destinations) {}

  /** One event, without what is in it. */
  record Match(
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
  record Matches(long count, boolean complete, List<Match> first) {
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
  record Successors(@Nullable Long delivered, long waiting, boolean waitingIsAtLeast) {}

  /** What was confirmed. */
  record Order(Kind kind, Filter filter, int perMinute, String actor, @Nullable String reason) {}

  /** An order that is being carried out. */
  record Operation(
      UUID id,
      Kind kind,
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
  record Chunk(Operation operation, List<UUID> moved, long waitMillis) {
    public Chunk {
      moved = List.copyOf(moved);
    }
  }
}
