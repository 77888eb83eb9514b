package dev.sluice.relay.lane;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Takes shards and renews their leases; lets go of everything that belongs to a lost one. */
final class Leasing {

  private static final int MOST_RELEASES = 3;
  private static final long AWAITED = Duration.ofMillis(25).toNanos();

  private final RelayConfig config;
  private final Invocation invocation;
  private final String owner;
  private final Tasks tasks;
  private final HeldShards held;
  private final Strands strands;
  private final BlockedKeys blocked;
  private final Destinations destinations;
  private final Caution caution;
  private final Listeners listeners;
  private final @Nullable Preparation preparation;
  private boolean asked;
  private boolean unsure;
  private boolean renewing;

  /**
   * @param preparation of a lane that asks the owners of its share for their shards; null for one
   *     that does not
   */
  Leasing(
      RelayConfig config,
      Invocation invocation,
      String owner,
      Tasks tasks,
      HeldShards held,
      Strands strands,
      BlockedKeys blocked,
      Destinations destinations,
      Caution caution,
      Listeners listeners,
      @Nullable Preparation preparation) {
    this.config = config;
    this.invocation = invocation;
    this.owner = owner;
    this.tasks = tasks;
    this.held = held;
    this.strands = strands;
    this.blocked = blocked;
    this.destinations = destinations;
    this.caution = caution;
    this.listeners = listeners;
    this.preparation = preparation;
  }

  /** The answer to a lease is awaited. */
  boolean asked() {
    return asked;
  }

  /** No shard is or may be ours without our knowing. */
  boolean knowsAll() {
    return !asked && !unsure;
  }

  /**
   * @param working the lane was not told to end
   * @param quiet nothing that was read is under way
   * @param taken called when shards were taken
   */
  void start(long now, boolean working, boolean quiet, Runnable taken) {
    if (!asked && (working || unsure) && held.acquisitionDue(now)) {
      asked = true;
      LeaseRequest request =
          new LeaseRequest(
              owner,
              held.token(),
              held.barred(quiet),
              invocation.share(),
              config.orphanGrace(),
              config.lease(),
              destinations.blocking,
              asks());
      tasks.onSettler(
          log -> log.lease(request),
          lease -> {
            asked = false;
            unsure = false;
            leased(lease, now, taken);
          },
          lost -> {
            asked = false;
            held.askLater(now);
          });
    }
    Long token = held.token();
    if (token != null && !renewing && held.renewalDue(now)) {
      renewing = true;
      tasks.onSettler(
          log -> log.renew(token, config.lease()),
          shards -> {
            renewing = false;
            held.renewed(now);
            lost(held.shards().without(shards));
          },
          lost -> {
            renewing = false;
            held.askLater(now);
          });
    }
  }

  /** A lane that works has opened everything already. */
  private boolean asks() {
    boolean ready = held.token() != null || (preparation != null && preparation.over());
    return preparation != null && ready && !invocation.share().without(held.shards()).isEmpty();
  }

  private void leased(Lease lease, long askedAt, Runnable then) {
    ShardSet taken =
        lease.progress().stream().map(Progress::shards).reduce(ShardSet.NONE, ShardSet::with);
    held.leased(lease.token(), taken, askedAt);
    listeners.leased(held.shards().size(), lease.crashed());
    strands.take(lease.progress());
    blocked.learn(lease.blocked(), taken, askedAt);
    caution.learn(lease.crashes());
    if (!taken.isEmpty()) {
      then.run();
    } else if (preparation != null) {
      preparation.begin();
    }
  }

  /** A shard that carries our token without our knowing came with a lease whose answer was lost. */
  void fenced(ShardSet settled, ShardSet ours) {
    lost(settled.without(ours));
    if (!settled.with(ours).equals(settled)) {
      unsure = true;
      held.askNow();
    }
  }

  /** Two statements that were under way together may both learn of it. */
  private void lost(ShardSet shards) {
    ShardSet gone = shards.and(held.shards());
    if (!gone.isEmpty()) {
      listeners.lost(gone.size());
      held.lose(gone);
      strands.lose(gone);
      blocked.lose(gone);
    }
    if (held.token() == null) {
      destinations.queues().forEach(queue -> queue.abandon(blocked));
    }
  }

  /** A lease that is not released is a crash, of which whatever was named last is suspected. */
  void release(long token, long giveUp, LongSupplier clock) {
    boolean released = false;
    for (int i = 0; i < MOST_RELEASES && !released; i++) {
      released = releaseOnce(token, giveUp, clock);
    }
  }

  private boolean releaseOnce(long token, long giveUp, LongSupplier clock) {
    boolean[] ended = new boolean[1];
    boolean[] released = new boolean[1];
    tasks.onSettler(
        log -> {
          log.release(token);
          return true;
        },
        done -> ended[0] = released[0] = true,
        lost -> ended[0] = true);
    while (!ended[0] && giveUp - clock.getAsLong() > 0) {
      tasks.await(AWAITED);
    }
    return released[0];
  }
}
