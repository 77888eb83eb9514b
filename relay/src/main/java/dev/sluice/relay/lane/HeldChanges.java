package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.HeldKey;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Learns which keys another process blocked: an operator put events into outbox.held. */
final class HeldChanges {

  private static final long UNKNOWN = -1;

  private final HeldShards held;
  private final BlockedKeys blocked;
  private final BlockingStreams blocking;
  private long known = UNKNOWN;

  HeldChanges(HeldShards held, BlockedKeys blocked, BlockingStreams blocking) {
    this.held = held;
    this.blocked = blocked;
    this.blocking = blocking;
  }

  /**
   * @param shards that it looked at
   * @param keys of these shards, if anything changed
   */
  record Found(long token, States states, ShardSet shards, boolean changed, List<HeldKey> keys) {}

  /** A lease brought the keys of its shards, but not what changed since then. */
  void forget() {
    known = UNKNOWN;
  }

  Function<EventLog, Found> look() {
    long before = known;
    ShardSet shards = held.shards();
    long token = Objects.requireNonNull(held.token());
    return log -> {
      States states = log.states(token);
      boolean changed = states.heldChanges() != before;
      return new Found(
          token, states, shards, changed, changed ? log.blocked(shards, blocking) : List.of());
    };
  }

  /** Shards may have come meanwhile, which it did not look at, or gone. */
  void learn(Found found, long now) {
    ShardSet mine = held.shards();
    if (Objects.equals(held.token(), found.token())) {
      held.wanted(found.states().wanted());
    }
    known = mine.equals(found.shards()) ? found.states().heldChanges() : UNKNOWN;
    if (found.changed()) {
      blocked.learn(
          found.keys().stream().filter(key -> mine.contains(key.shard())).toList(),
          found.shards().and(mine),
          now);
    }
  }
}
