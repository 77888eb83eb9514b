package dev.sluice.relay;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The outbox as the relay sees it: one connection, used by one thread at a time. Every method
 * throws {@link OutboxLostException} when the database is out of reach, and may be called again.
 */
public interface Outbox extends AutoCloseable {

  /**
   * Takes what is free for the lane; with a token, what it takes is added to that token's lease.
   */
  Lease lease(LeaseRequest request);

  /** Whose time is prolonged; the shards that are still ours. */
  Set<Integer> renew(long token, Duration ttl);

  void release(long token);

  ReadResult read(ReadRequest request);

  SettleResult settle(long token, List<Settlement> settlements);

  /** Remembers, before it is published alone, which event to suspect if this process dies now. */
  void suspect(long token, int shard, UUID event);

  /** The events that were being published alone when the process died, at least so many times. */
  List<OwedEvent> suspects(long token, int crashes);

  /** The place of an earlier crash is passed. */
  void acquit(long token);

  /** Pauses and open breakers, by kind and name. */
  Map<Subject, State> states();

  /** Opens a destination's breaker, or leaves it as it is when it is open; how long it stays so. */
  Duration openBreaker(String destination, String reason);

  /** True if this lane may try the destination now; no other may at the same time. */
  boolean takeProbe(String destination, long token, Duration ttl);

  void closeBreaker(String destination);

  @Override
  void close();

  /** Who asks for shards; a lane takes others' only when nobody had them for {@code grace}. */
  record LeaseRequest(
      String owner,
      @Nullable Long token,
      Invocation.@Nullable Lane lane,
      Duration ttl,
      Duration grace) {}

  /**
   * One stream's part of a read.
   *
   * @param after the sequence number up to which this lane has seen the stream; 0 for all of it
   * @param backlog its last read filled its share
   * @param rewinds how often, as far as this lane knows, events came back behind {@code after}; if
   *     it was more often by now, none of the stream's backlog is read
   */
  record Share(
      String stream,
      long after,
      int limit,
      boolean ordered,
      boolean blocksOnDead,
      boolean backlog,
      long rewinds) {}

  /** A transaction that was under way when this lane last looked, and appends behind a place. */
  record Open(long transaction, long place) {}

  /**
   * Which transactions had ended.
   *
   * @param lastDrawn a sequence number up to which all had been drawn
   * @param next the first transaction id that was not given out yet
   * @param unfinished the first id from which on none had ended; some of them may be given out
   * @param running the ids before that which had not ended
   */
  record Snapshot(long lastDrawn, long next, long unfinished, Set<Long> running) {
    boolean ended(long transaction) {
      return transaction < unfinished && !running.contains(transaction);
    }
  }

  /**
   * @param open when one of these has ended by now, everything is read again from its place
   * @param excluded sequence numbers in flight, not to be read again
   * @param known every stream that this lane knows, also those it does not read now
   * @param closed streams whose retries are not to be read
   */
  record ReadRequest(
      Set<Integer> shards,
      List<Share> shares,
      List<Open> open,
      Collection<Long> excluded,
      Collection<String> known,
      Collection<String> closed,
      int retryQuota) {}

  /**
   * @param snapshot taken before anything was read
   * @param newest per stream the last sequence number that was there just before the read
   * @param rewinds per stream how often, just before the read, events had come back
   * @param unknown streams with events that the request did not name
   */
  record ReadResult(
      Snapshot snapshot,
      List<OwedEvent> events,
      Map<String, Long> newest,
      Map<String, Long> rewinds,
      List<String> unknown) {}

  /** What a settle did; events of shards that are no longer held were left alone. */
  record SettleResult(Set<Integer> heldShards, int published, int failedOrDead) {}

  /** A stream or a destination. */
  record Subject(Kind kind, String name) {
    public enum Kind {
      STREAM,
      DESTINATION
    }
  }

  /** What is known of it; a breaker with {@code retryIn} zero may be probed. */
  record State(boolean paused, @Nullable Duration breakerRetryIn, @Nullable String breakerReason) {}
}
