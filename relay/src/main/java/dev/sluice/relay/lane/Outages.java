package dev.sluice.relay.lane;

import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** Opens a destination's breaker when a call finds it down, and closes it when a probe arrives. */
final class Outages {

  private static final long ASK_AGAIN = Duration.ofSeconds(1).toNanos();

  private final Tasks tasks;
  private final HeldShards held;
  private final BlockedKeys blocked;
  private final long publishNanos;
  private final LongSupplier clock;
  private final Listeners listeners;

  Outages(
      Tasks tasks,
      HeldShards held,
      BlockedKeys blocked,
      long publishNanos,
      LongSupplier clock,
      Listeners listeners) {
    this.tasks = tasks;
    this.held = held;
    this.blocked = blocked;
    this.publishNanos = publishNanos;
    this.clock = clock;
    this.listeners = listeners;
  }

  /** One lane at a time may try; then it sends the one event that waits. */
  void takeProbe(DestinationQueue queue, long now, Runnable send) {
    Long token = held.token();
    if (token == null || !queue.breaker.probeDue(now)) {
      return;
    }
    queue.breaker.takingProbe(now);
    Duration ttl = Duration.ofNanos(2 * publishNanos);
    tasks.onSettler(
        log -> log.takeProbe(queue.destination.uri(), token, ttl),
        ours -> {
          long later = clock.getAsLong();
          if (ours && held.safeFor(publishNanos, later)) {
            queue.breaker.probe(later);
            send.run();
          }
          if (queue.inFlight() == 0) {
            wait(queue); // not ours, or nothing that may be sent
          }
        },
        lost -> wait(queue));
  }

  private void wait(DestinationQueue queue) {
    long now = clock.getAsLong();
    queue.breaker.open(now, now + ASK_AGAIN);
    queue.drop(blocked);
  }

  void answered(
      DestinationQueue queue, List<LogEvent> sent, List<? extends PublishOutcome> outcomes) {
    if (queue.breaker.probing()) {
      queue.probedHeld = sent.getFirst().held();
    }
    Unavailable outage = null;
    for (PublishOutcome outcome : outcomes) {
      if (outage == null && outcome instanceof Unavailable unavailable) {
        outage = unavailable;
      }
    }
    if (outage != null && (!queue.breaker.closed() || isDown(sent, outcomes))) {
      open(queue, outage);
    } else if (queue.breaker.probing()) {
      if (outcomes.contains(new NotSent())) {
        wait(queue);
      } else {
        close(queue);
      }
    }
  }

  /**
   * A destination that takes some events is not down: perhaps only a partition is, and its keys
   * wait. Nor is it if only held events fail, which may be held because of their partition: those
   * of the log tell.
   */
  private static boolean isDown(List<LogEvent> sent, List<? extends PublishOutcome> outcomes) {
    boolean failed = false;
    for (int i = 0; i < sent.size(); i++) {
      if (outcomes.get(i) instanceof Delivered) {
        return false;
      }
      failed |= outcomes.get(i) instanceof Unavailable && !sent.get(i).held();
    }
    return failed;
  }

  /** What was read and not sent is dropped, and read again later. */
  private void open(DestinationQueue queue, Unavailable outage) {
    if (queue.breaker.closed()) {
      listeners.tell(to -> to.breakerOpened(queue.destination, outage));
    }
    queue.breaker.opening(clock.getAsLong());
    queue.drop(blocked);
    String reason = outage.code() + ": " + outage.reason();
    tasks.onSettler(
        log -> log.openBreaker(queue.destination.uri(), reason),
        wait -> {
          long now = clock.getAsLong();
          queue.breaker.open(now, now + wait.toNanos());
        },
        lost -> wait(queue));
  }

  private void close(DestinationQueue queue) {
    tasks.onSettler(
        log -> {
          log.closeBreaker(queue.destination.uri());
          return true;
        },
        closed -> {
          queue.breaker.close(clock.getAsLong());
          listeners.tell(to -> to.breakerClosed(queue.destination));
        },
        lost -> wait(queue));
  }
}
