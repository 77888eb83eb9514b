package dev.sluice.relay.lane;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The shards that this lane leases, and until when by its own monotonic clock. */
final class HeldShards {

  private static final long RETRY = Duration.ofSeconds(1).toNanos();

  /** A lane without a shard does nothing else; one with shards takes over those of a dead lane. */
  private static final long ACQUIRE_FIRST = Duration.ofMillis(50).toNanos();

  private static final long ACQUIRE_MORE = Duration.ofSeconds(5).toNanos();

  private final Duration ttl;
  private @Nullable Long token;
  private ShardSet shards = ShardSet.NONE;
  private ShardSet lost = ShardSet.NONE;
  private ShardSet wanted = ShardSet.NONE;
  private long leasedUntil;
  private long acquireAt = Long.MIN_VALUE;
  private long renewAt = Long.MAX_VALUE;
  private boolean askedOnce;
  private boolean ended;
  private int most;

  HeldShards(Duration ttl) {
    this.ttl = ttl;
  }

  @Nullable Long token() {
    return token;
  }

  ShardSet shards() {
    return shards;
  }

  /** What was lost may be leased again as soon as nothing of it is under way. */
  ShardSet barred(boolean quiet) {
    if (quiet) {
      lost = ShardSet.NONE;
    }
    return shards.with(lost);
  }

  int most() {
    return most;
  }

  /** A successor asks for them. */
  void wanted(ShardSet some) {
    wanted = wanted.with(some);
  }

  /**
   * Whether it is the lane's own successor that asks. Another lane may want shards of a dead lane
   * back, which this one took over: they are free at the end of its run.
   */
  boolean handsOver(ShardSet share) {
    return !shards.and(wanted).isEmpty() && shards.and(share).without(wanted).isEmpty();
  }

  boolean askedOnce() {
    return askedOnce;
  }

  boolean acquisitionDue(long now) {
    return shards.size() < ShardSet.COUNT && now >= acquireAt;
  }

  boolean renewalDue(long now) {
    return token != null && now >= renewAt;
  }

  /** Whether work that takes so long may start: it ends while the lease holds. */
  boolean safeFor(long nanos, long now) {
    return !ended && token != null && now + nanos < leasedUntil;
  }

  /** The lane was told to end: nothing is sent any more. */
  void end(boolean told) {
    ended = told;
  }

  /**
   * @param askedAt before the statement: the database's clock started later
   */
  void leased(long token, ShardSet taken, long askedAt) {
    askedOnce = true;
    acquireAt = askedAt + (shards.with(taken).isEmpty() ? ACQUIRE_FIRST : ACQUIRE_MORE);
    if (!taken.isEmpty()) {
      if (shards.isEmpty()) {
        renewed(askedAt);
      }
      this.token = token;
      shards = shards.with(taken);
      wanted = wanted.without(taken);
      most = Math.max(most, shards.size());
    }
  }

  void renewed(long askedAt) {
    leasedUntil = askedAt + ttl.toNanos();
    renewAt = askedAt + ttl.toNanos() / 3;
  }

  void askLater(long now) {
    acquireAt = Math.max(acquireAt, now + RETRY);
    renewAt = Math.max(renewAt, now + RETRY);
  }

  void askNow() {
    acquireAt = Long.MIN_VALUE;
  }

  void lose(ShardSet some) {
    shards = shards.without(some);
    wanted = wanted.without(some);
    lost = lost.with(some);
    if (shards.isEmpty()) {
      token = null;
      renewAt = Long.MAX_VALUE;
    }
  }

  long nextDue() {
    return shards.size() < ShardSet.COUNT ? Math.min(acquireAt, renewAt) : renewAt;
  }
}
