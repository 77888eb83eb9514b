package dev.sluice.relay;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The shards this lane holds, for how long by its own clock, and how careful it must be with them.
 */
final class Leasehold {

  /** How many crashes with one event published alone it takes to blame the event. */
  static final int CRASHES_TO_CONVICT = 2;

  static final int SMALL_BATCH = 32;
  private static final long RETRY_NANOS = Duration.ofMillis(250).toNanos();
  private static final long EXTEND_NANOS = Duration.ofSeconds(2).toNanos();

  private final Set<Integer> shards = new TreeSet<>();
  private final long ttlNanos;
  private @Nullable Long token;
  private long safeUntil;
  private long renewAt = Long.MAX_VALUE;
  private long acquireAt = Long.MIN_VALUE;
  private int crashes;
  private int carefullyPublished;
  private int mostShards;

  Leasehold(Duration ttl) {
    this.ttlNanos = ttl.toNanos();
  }

  Set<Integer> shards() {
    return shards;
  }

  @Nullable Long token() {
    return token;
  }

  int mostShards() {
    return mostShards;
  }

  boolean holds(int shard) {
    return shards.contains(shard);
  }

  void leased(Lease lease, long askedAt) {
    acquireAt =
        askedAt + (lease.shards().isEmpty() && shards.isEmpty() ? RETRY_NANOS : EXTEND_NANOS);
    if (lease.shards().isEmpty()) {
      return;
    }
    if (shards.isEmpty()) {
      prolonged(askedAt);
    }
    token = lease.token();
    shards.addAll(lease.numbers());
    mostShards = Math.max(mostShards, shards.size());
    int worst = lease.shards().stream().mapToInt(Lease.Held::crashes).max().orElse(0);
    if (worst > 0) {
      carefullyPublished = 0;
      crashes = Math.max(crashes, worst);
    }
  }

  /** Time counts from before the question was asked: the database's answer can only be later. */
  private void prolonged(long askedAt) {
    safeUntil = askedAt + ttlNanos;
    renewAt = askedAt + ttlNanos / 3;
  }

  void renewed(long askedAt) {
    prolonged(askedAt);
  }

  /** What the database says is still ours; the shards that were lost. */
  Set<Integer> retain(Set<Integer> stillOurs) {
    Set<Integer> lost = new TreeSet<>(shards);
    lost.removeAll(stillOurs);
    shards.retainAll(stillOurs);
    if (shards.isEmpty()) {
      token = null; // what we take from now on gets a younger one
    }
    return lost;
  }

  /** The database is out of reach; until it answers, the lease runs on by our own clock. */
  void askLater(long now) {
    acquireAt = now + RETRY_NANOS;
    renewAt = shards.isEmpty() ? renewAt : now + RETRY_NANOS;
  }

  boolean askedOnce() {
    return acquireAt != Long.MIN_VALUE;
  }

  boolean renewalDue(long now) {
    return !shards.isEmpty() && now >= renewAt;
  }

  boolean acquisitionDue(long now) {
    return shards.size() < Lease.SHARDS && now >= acquireAt;
  }

  long nextDue() {
    return Math.min(shards.isEmpty() ? Long.MAX_VALUE : renewAt, acquireAt);
  }

  /** Whether what takes at most so long will end before anyone else may hold these shards. */
  boolean safeFor(long nanos, long now) {
    return !shards.isEmpty() && now + nanos < safeUntil;
  }

  boolean careful() {
    return crashes > 0;
  }

  /**
   * After one crash a small batch, after two a single event, whose name is written down beforehand.
   */
  int publishLimit() {
    return crashes > 1 ? 1 : SMALL_BATCH;
  }

  boolean alone() {
    return crashes > 1;
  }

  void publishedCarefully(int events) {
    carefullyPublished += events;
  }

  boolean passed(int inFlightAtMost) {
    return careful() && carefullyPublished >= inFlightAtMost;
  }

  void acquitted() {
    crashes = 0;
    carefullyPublished = 0;
  }
}
