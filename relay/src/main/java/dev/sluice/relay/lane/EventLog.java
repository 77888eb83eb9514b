package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The outbox as the lane sees it, behind one connection. Every method is one statement, and throws
 * {@link LogLostException} when the database cannot be reached.
 */
public interface EventLog extends AutoCloseable {

  /** Makes the first news and the first page quick: they may come soon. */
  void prepare();

  /** Takes shards that are free, and learns where their last owners were. */
  Lease lease(LeaseRequest request);

  /** The shards that still carry the token. */
  ShardSet renew(long token, Duration ttl);

  void release(long token);

  /**
   * Writes down what is about to be sent, in place of what was named before; answers with the
   * shards that carry the token.
   */
  ShardSet name(long token, Named named);

  /** The crashes of the token's shards are over: nothing of them is remembered. */
  void clear(long token);

  /** What committed since the snapshots, for each group of shards. */
  News news(Map<Snapshot, ShardSet> since);

  /** The next events of some streams. */
  Page page(PageRequest request);

  /** The events at the head of blocked keys, each key's in order. */
  HeldHeads heads(HeadRequest request);

  /**
   * The keys of these shards that have held events, with the wait until the first is due. Where
   * streams block, a key whose events are all dead is one of them.
   */
  List<HeldKey> blocked(ShardSet shards, BlockingStreams blocking);

  /**
   * @param token of the lane
   */
  States states(long token);

  /** How long to wait for the next probe. */
  Duration openBreaker(String destination, String reason);

  /** Whether this lane may try an open destination with one event. */
  boolean takeProbe(String destination, long token, Duration ttl);

  void closeBreaker(String destination);

  /** Writes all of it if the lane's shards carry the token, and they alone. */
  Kept settle(Settlement settlement);

  @Override
  void close();

  /**
   * @param token of the lane, if it has shards already
   * @param barred shards that the lane had or believes that it has; it gets them only if nobody
   *     else had them since, because what it knows of them would be wrong
   * @param share the lane's own shards; others only when nobody had them for the grace
   * @param blocking which keys are blocked by a dead event
   * @param asks whether the owners of its share are asked to hand over
   */
  record LeaseRequest(
      String owner,
      @Nullable Long token,
      ShardSet barred,
      ShardSet share,
      Duration grace,
      Duration ttl,
      BlockingStreams blocking,
      boolean asks) {

    public LeaseRequest(
        String owner,
        @Nullable Long token,
        ShardSet barred,
        ShardSet share,
        Duration grace,
        Duration ttl) {
      this(owner, token, barred, share, grace, ttl, BlockingStreams.NONE, false);
    }
  }

  /**
   * @param shards that carry the lane's token
   * @param wanted those of them that a successor asks for
   */
  record Kept(ShardSet shards, ShardSet wanted) {}

  /**
   * @param progress of the shards that were taken
   * @param blocked keys of these shards that have held events
   * @param crashed how many of them another owner had not released
   */
  record Lease(
      long token, List<Progress> progress, List<HeldKey> blocked, int crashed, Crashes crashes) {}

  /**
   * How the last owners of some shards ended.
   *
   * @param most how many of them, one after the other, lost their leases without a release
   * @param answered named events that were answered since then, where it was the fewest
   * @param suspects events that were named at the last end
   * @param condemned events that were named alone at two ends in a row
   */
  record Crashes(int most, long answered, Set<Long> suspects, Set<Long> condemned) {

    public static final Crashes NONE = new Crashes(0, 0, Set.of(), Set.of());

    public Crashes {
      suspects = Collections.unmodifiableSet(new LinkedHashSet<>(suspects));
      condemned = Collections.unmodifiableSet(new LinkedHashSet<>(condemned));
    }
  }

  /**
   * @param seqs by shard
   * @param alone one event, and nothing else is in flight
   * @param answered named events that were answered since the last names
   */
  record Named(Map<Integer, List<Long>> seqs, boolean alone, long answered) {}

  /**
   * @param due when its first event is due, from now
   * @param stopped its first event is dead: it waits for an operator
   */
  record HeldKey(EventKey key, int shard, Duration due, boolean stopped) {}

  /**
   * @param now what the streams were looked for with; its horizon is the database's clock
   */
  record News(Snapshot now, List<Fresh> fresh) {

    /**
     * @param first no new event has a smaller number
     */
    public record Fresh(String stream, ShardSet shards, long first, long count) {}
  }

  /** Several streams, in rotation; and how much may come back. */
  record PageRequest(List<Wanted> parts, long maxBytes) {

    /** What is visible at the position's target and not done. */
    public record Wanted(String stream, ShardSet shards, Position position, int limit) {}
  }

  /** One answer for each part. */
  record Page(List<Found> parts) {

    /**
     * @param exhausted nothing else is in the window; a part that is not exhausted and has no
     *     events found no room in this page
     */
    public record Found(List<LogEvent> events, boolean exhausted) {

      /** The same in parts of one event each. */
      List<Found> oneByOne() {
        int last = events.size() - 1;
        return last < 1
            ? List.of(this)
            : IntStream.rangeClosed(0, last)
                .mapToObj(i -> new Found(events.subList(i, i + 1), exhausted && i == last))
                .toList();
      }
    }
  }

  /**
   * Keys whose events may be tried, and how much may come back.
   *
   * @param blocking where nothing is read behind a dead event
   */
  record HeadRequest(List<EventKey> keys, int limitOfKey, long maxBytes, BlockingStreams blocking) {

    public HeadRequest(List<EventKey> keys, int limitOfKey, long maxBytes) {
      this(keys, limitOfKey, maxBytes, BlockingStreams.NONE);
    }
  }

  /**
   * @param unread keys that have events, perhaps, but no room was left for one
   * @param waits keys whose head is not due, and for how long
   * @param stopped keys whose first event is dead and blocks them; a key that is in none of the
   *     four has no held event
   */
  record HeldHeads(
      List<LogEvent> events,
      List<EventKey> unread,
      Map<EventKey, Duration> waits,
      Set<EventKey> stopped) {}
}
