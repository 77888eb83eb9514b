package dev.sluice.relay.lane;

import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.random.RandomGenerator;

/** Gives each event of a call its change of outbox.held, and blocks its key. */
final class Verdicts {

  private final BlockedKeys blocked;
  private final Destinations destinations;
  private final DeadLetters letters;
  private final RandomGenerator random;

  Verdicts(
      BlockedKeys blocked, Destinations destinations, DeadLetters letters, RandomGenerator random) {
    this.blocked = blocked;
    this.destinations = destinations;
    this.letters = letters;
    this.random = random;
  }

  /** In an outage, what was to be sent again waits in outbox.held. */
  void keep(Call call, long now) {
    for (LogEvent event : call.open()) {
      if (event.held()) {
        blocked.read(event.key(), false);
      } else {
        change(call, new Change.Waiting(event), now);
      }
    }
    call.answered(List.of());
  }

  /** Where there is no order, nothing waits behind anything. */
  boolean isBlocked(DestinationQueue queue, LogEvent event) {
    return queue.destination.ordered() && blocked.contains(event.key());
  }

  /** False if the event is to be sent again. */
  boolean judge(Call call, LogEvent event, PublishOutcome outcome, long now) {
    boolean behind = isBlocked(call.queue, event);
    Change change = Judge.decide(event, outcome, behind, destinations.routeOf(event), random);
    if (outcome instanceof Delivered delivered) {
      call.deliver(event, delivered);
      blocked.delivered(event.key());
    }
    if (change != null) {
      change(call, change, now);
    }
    if (outcome instanceof Unavailable) {
      blocked.delay(event.key(), now);
    }
    return change != null || event.held() || !(outcome instanceof NotSent);
  }

  void change(Call call, Change change, long now) {
    if (change instanceof Change.Dead dead) {
      letters.add(call, dead);
    } else {
      call.change(change);
    }
    long due = change instanceof Change.Failed failed ? now + failed.delay().toNanos() : now;
    blocked.hold(change.event(), due);
  }
}
