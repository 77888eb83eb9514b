package dev.sluice.relay;

import dev.sluice.relay.Outbox.SettleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells the database what became of events; all that has come in meanwhile goes in one statement.
 */
final class SettleStage {

  private static final long RETRY = Duration.ofMillis(200).toNanos();

  private final LaneState lane;
  private List<Settlement> queue = new ArrayList<>();
  private boolean settling;
  private long settleAt = Long.MIN_VALUE;

  SettleStage(LaneState lane) {
    this.lane = lane;
  }

  /**
   * A delivered retry frees its key in the database before this lane knows and rewinds. A read in
   * between brings what is new of the key, and not the earlier ones that its cursor has passed.
   */
  void add(Settlement settlement) {
    if (settlement instanceof Settlement.Published published && published.event().retry()) {
      lane.heldKeys.hold(published.event().key());
    }
    queue.add(settlement);
  }

  boolean busy() {
    return settling || !queue.isEmpty();
  }

  void start(long now) {
    if (settling || queue.isEmpty() || now < settleAt) {
      return;
    }
    Long token = lane.leasehold.token();
    if (token == null) {
      forget(now);
      return;
    }
    List<Settlement> batch = queue;
    queue = new ArrayList<>();
    settling = true;
    lane.tasks.onSettler(
        outbox -> outbox.settle(token, batch),
        result -> settled(batch, result),
        ignored -> {
          // Nothing is known of it; to settle the same again is harmless, so it is simply repeated.
          settling = false;
          batch.addAll(queue);
          queue = batch;
          settleAt = lane.now() + RETRY;
        });
  }

  /** Every shard was lost: its new owner settles what is there. */
  private void forget(long now) {
    queue.forEach(settlement -> leave(settlement, now));
    queue.clear();
  }

  /**
   * A first delivery lets go of no key: a later event of it may have failed meanwhile, and be on
   * its way to the dead-letter queue or behind us in the line.
   */
  private void leave(Settlement settlement, long now) {
    OwedEvent event = settlement.event();
    lane.inFlight.remove(event);
    boolean frees =
        switch (settlement) {
          case Settlement.Published ignored -> event.retry();
          case Settlement.Failed ignored -> true;
          case Settlement.Dead ignored -> true;
        };
    if (frees) {
      lane.heldKeys.settled(event.key(), now);
    }
  }

  private void settled(List<Settlement> batch, SettleResult result) {
    long now = lane.now();
    settling = false;
    List<Settlement> ours = new ArrayList<>(batch.size());
    for (Settlement settlement : batch) {
      leave(settlement, now);
      if (result.heldShards().contains(settlement.event().shard())) {
        count(settlement, now);
        ours.add(settlement);
      }
    }
    lane.watch.settled(ours);
    lane.dropLost(result.heldShards());
  }

  private void count(Settlement settlement, long now) {
    StreamCursor stream = lane.stream(settlement.event().message().stream());
    switch (settlement) {
      case Settlement.Published published -> {
        lane.tally.published++;
        if (published.event().retry()) {
          stream.rewind(now); // what waited behind it may go
        }
      }
      case Settlement.Failed ignored -> lane.tally.failed++;
      case Settlement.Dead ignored -> {
        lane.tally.dead++;
        stream.rewind(now);
      }
    }
  }
}
