package dev.sluice.relay;

import dev.sluice.relay.config.Route;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hands to each outlet what waits for it, one call at a time, and judges what came of it. */
final class PublishStage {

  private static final long ASK_AGAIN = Duration.ofSeconds(1).toNanos();

  private final LaneState lane;
  private final DeadLetterStage deadLetters;
  private final SettleStage settle;
  private int publishing;

  PublishStage(LaneState lane, DeadLetterStage deadLetters, SettleStage settle) {
    this.lane = lane;
    this.deadLetters = deadLetters;
    this.settle = settle;
  }

  boolean publishing() {
    return publishing > 0;
  }

  void start(long now) {
    if (!lane.leasehold.safeFor(lane.config.publishTimeout().toNanos(), now)) {
      return;
    }
    if (lane.leasehold.careful()) {
      startCarefully(now);
      return;
    }
    for (Outlet outlet : lane.outlets.values()) {
      startOutlet(outlet, now, Outlet.CALL * lane.config.batch());
    }
  }

  /** After a crash only one call is in flight, and nothing unsettled behind it. */
  private void startCarefully(long now) {
    if (publishing > 0 || deadLetters.busy() || settle.busy()) {
      return;
    }
    Optional<Outlet> oldest =
        lane.outlets.values().stream()
            .filter(outlet -> outlet.waiting() > 0)
            .filter(
                outlet ->
                    outlet.breaker(now) == Outlet.Breaker.CLOSED
                        || outlet.breaker(now) == Outlet.Breaker.PROBE_DUE)
            .min(Comparator.comparingLong(Outlet::firstSeq));
    oldest.ifPresent(outlet -> startOutlet(outlet, now, lane.leasehold.publishLimit()));
  }

  private void startOutlet(Outlet outlet, long now, int limit) {
    if (outlet.publishing() || outlet.waiting() == 0) {
      return;
    }
    switch (outlet.breaker(now)) {
      case CLOSED -> publish(outlet, outlet.take(limit));
      case PROBE_DUE -> takeProbe(outlet, now);
      case OPEN, TAKING_PROBE, PROBING -> {}
    }
  }

  private void takeProbe(Outlet outlet, long now) {
    Long token = lane.leasehold.token();
    if (token == null) {
      return;
    }
    outlet.takingProbe(now);
    String destination = outlet.destination.uri();
    Duration ttl = lane.config.publishTimeout().multipliedBy(2);
    lane.tasks.onSettler(
        outbox -> outbox.takeProbe(destination, token, ttl),
        ours -> {
          if (ours && outlet.waiting() > 0) {
            outlet.probing(lane.now());
            publish(outlet, outlet.take(1));
          } else {
            wait(outlet);
          }
        },
        ignored -> wait(outlet));
  }

  private void wait(Outlet outlet) {
    long now = lane.now();
    outlet.breakerOpen(now, now + ASK_AGAIN);
    lane.putBack(outlet.dropAll(now));
  }

  private void publish(Outlet outlet, List<OwedEvent> events) {
    outlet.publishing(true);
    publishing++;
    Long token = lane.leasehold.token();
    if (lane.leasehold.alone() && events.size() == 1 && token != null) {
      OwedEvent event = events.getFirst();
      lane.tasks.onSettler(
          outbox -> {
            outbox.suspect(token, event.shard(), event.message().id());
            return true;
          },
          ignored -> send(outlet, events),
          ignored -> {
            finish(outlet);
            lane.putBack(events);
          });
    } else {
      send(outlet, events);
    }
  }

  private record Answer(List<PublishOutcome> outcomes, long nanos) {}

  private void send(Outlet outlet, List<OwedEvent> events) {
    List<OutboxMessage> messages = events.stream().map(OwedEvent::message).toList();
    lane.tasks.aside(
        () -> {
          long sentAt = lane.now();
          Publisher publisher = lane.publishers.of(outlet.destination);
          return new Answer(publisher.publish(outlet.destination, messages), lane.now() - sentAt);
        },
        answer -> {
          finish(outlet);
          judge(outlet, events, answer.outcomes, answer.nanos);
        },
        thrown -> {
          finish(outlet);
          threw(outlet, events, thrown);
        });
  }

  private void finish(Outlet outlet) {
    outlet.publishing(false);
    publishing--;
  }

  /** A publisher's bug is pinned to one event before it counts against any. */
  private void threw(Outlet outlet, List<OwedEvent> events, RuntimeException thrown) {
    if (events.size() > 1) {
      outlet.isolate(events);
      return;
    }
    PublishOutcome outcome =
        new PublishOutcome.Retryable(
            thrown.getClass().getSimpleName(), "the publisher failed unexpectedly: " + thrown);
    judge(outlet, events, List.of(outcome), 0);
  }

  private void judge(
      Outlet outlet, List<OwedEvent> events, List<PublishOutcome> outcomes, long nanos) {
    if (outcomes.size() != events.size()) {
      String fault = outcomes.size() + " outcomes for " + events.size() + " messages";
      threw(outlet, events, new IllegalStateException(fault));
      return;
    }
    lane.tally.batches++;
    lane.acknowledgements.heard(outlet.destination, events, outcomes, nanos);
    lane.leasehold.publishedCarefully(events.size());
    List<OwedEvent> untouched = new ArrayList<>();
    PublishOutcome.Unavailable outage = null;
    Set<OwedEvent.Key> failed = new HashSet<>();
    Set<OwedEvent.Key> unsettled = new HashSet<>();
    boolean notAttempted = false;
    for (int i = 0; i < events.size(); i++) {
      OwedEvent event = events.get(i);
      PublishOutcome outcome = outcomes.get(i);
      boolean behind =
          !(outcome instanceof PublishOutcome.Delivered) && failed.contains(event.key());
      notAttempted |= !behind && outcome instanceof PublishOutcome.NotSent;
      Settlement settlement = behind ? null : decide(event, outcome);
      if (outcome instanceof PublishOutcome.Unavailable unavailable && !behind) {
        outage = outage == null ? unavailable : outage;
      }
      switch (settlement) {
        case null -> untouched.add(event);
        case Settlement.Dead dead -> deadLetters.add(dead);
        case Settlement.Published published -> settle.add(published);
        case Settlement.Failed failure -> settle.add(failure);
      }
      if (!(outcome instanceof PublishOutcome.Delivered) && outlet.destination.ordered()) {
        failed.add(event.key());
        if (settlement != null) {
          unsettled.add(event.key());
        }
      }
    }
    hold(outlet, unsettled);
    lane.putBack(untouched);
    if (notAttempted) {
      lane.putBack(outlet.dropAll(lane.now())); // it would overtake what comes again
    }
    turn(outlet, outage, outcomes.contains(new PublishOutcome.NotSent()));
  }

  private @Nullable Settlement decide(OwedEvent event, PublishOutcome outcome) {
    Route route = lane.stream(event.message().stream()).route;
    return route == null
        ? null
        : Settlement.decide(event, outcome, route, lane.random.nextDouble());
  }

  /** What waits behind a failure goes back untouched. */
  private void hold(Outlet outlet, Set<OwedEvent.Key> failed) {
    if (!failed.isEmpty()) {
      failed.forEach(lane.heldKeys::hold);
      lane.putBack(outlet.drop(event -> failed.contains(event.key())));
    }
  }

  private void turn(
      Outlet outlet, PublishOutcome.@Nullable Unavailable outage, boolean someNotSent) {
    long now = lane.now();
    if (outage != null) {
      open(outlet, outage, now);
    } else if (outlet.breaker(now) == Outlet.Breaker.PROBING && someNotSent) {
      wait(outlet); // the probe was not made
    } else if (outlet.breaker(now) == Outlet.Breaker.PROBING) {
      lane.tasks.onSettler(
          outbox -> {
            outbox.closeBreaker(outlet.destination.uri());
            return true;
          },
          ignored -> {
            outlet.breakerClosed(lane.now());
            lane.watch.breakerClosed(outlet.destination);
            lane.rewindStreamsOf(outlet);
          },
          ignored -> wait(outlet));
    }
  }

  private void open(Outlet outlet, PublishOutcome.Unavailable outage, long now) {
    if (!outlet.open()) {
      lane.watch.breakerOpened(outlet.destination, outage);
    }
    outlet.breakerOpen(now, Long.MAX_VALUE);
    lane.putBack(outlet.dropAll(now));
    String reason = outage.code() + ": " + outage.reason();
    lane.tasks.onSettler(
        outbox -> outbox.openBreaker(outlet.destination.uri(), reason),
        retryIn -> outlet.breakerOpen(lane.now(), lane.now() + retryIn.toNanos()),
        ignored -> outlet.breakerOpen(lane.now(), lane.now() + ASK_AGAIN));
  }
}
