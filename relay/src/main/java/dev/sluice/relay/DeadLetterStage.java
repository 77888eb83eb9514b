package dev.sluice.relay;

import dev.sluice.relay.config.Route;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.wire.DeadLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sends a copy of what is dead to the dead-letter queue before the database is told. If the queue
 * does not take it, the event has only failed, and is tried again.
 */
final class DeadLetterStage {

  private final LaneState lane;
  private final SettleStage settle;
  private List<Settlement.Dead> waiting = new ArrayList<>();
  private boolean copying;

  DeadLetterStage(LaneState lane, SettleStage settle) {
    this.lane = lane;
    this.settle = settle;
  }

  void add(Settlement.Dead dead) {
    if (lane.config.deadLetters() == null) {
      settle.add(dead);
    } else {
      waiting.add(dead);
    }
  }

  /** Never published again: it is dead as soon as the queue has it. */
  void convict(OwedEvent event) {
    if (lane.inFlight.add(event)) {
      lane.heldKeys.hold(event.key());
      add(Settlement.Dead.convicted(event));
    }
  }

  boolean busy() {
    return copying || !waiting.isEmpty();
  }

  void start(long now) {
    Destination queue = lane.config.deadLetters();
    if (copying || waiting.isEmpty() || queue == null) {
      return;
    }
    if (lane.leasehold.token() == null) {
      forget(now);
    } else if (lane.leasehold.safeFor(lane.config.publishTimeout().toNanos(), now)) {
      copy(queue);
    }
  }

  /** Every shard was lost: their new owner finds the events as they were. */
  private void forget(long now) {
    List<OwedEvent> events = waiting.stream().map(Settlement.Dead::event).toList();
    waiting = new ArrayList<>();
    events.forEach(event -> lane.heldKeys.settled(event.key(), now));
    lane.putBack(events);
  }

  private void copy(Destination queue) {
    List<Settlement.Dead> batch = waiting;
    waiting = new ArrayList<>();
    List<DeadLetter> letters = batch.stream().map(this::letter).toList();
    copying = true;
    lane.tasks.aside(
        () -> send(lane.publishers.of(queue), queue, letters),
        outcomes -> {
          copying = false;
          IntStream.range(0, batch.size())
              .forEach(i -> settle.add(settlement(batch.get(i), outcomes.get(i))));
        },
        thrown -> {
          copying = false;
          String name = thrown.getClass().getSimpleName();
          batch.forEach(dead -> settle.add(postponed(dead, name)));
        });
  }

  private DeadLetter letter(Settlement.Dead dead) {
    OutboxMessage message = dead.event().message();
    Route route = lane.stream(message.stream()).route;
    String destination = route == null ? "" : route.destination().uri();
    return new DeadLetter(message, destination, dead.failures(), dead.code(), dead.reason());
  }

  /** What the queue refuses with its payload it may take without. */
  private static List<PublishOutcome> send(
      Publisher publisher, Destination queue, List<DeadLetter> letters) {
    List<PublishOutcome> outcomes =
        new ArrayList<>(
            publisher.publish(queue, letters.stream().map(DeadLetter::message).toList()));
    int[] again =
        IntStream.range(0, letters.size())
            .filter(i -> outcomes.get(i) instanceof Rejected)
            .toArray();
    List<OutboxMessage> shorter =
        IntStream.of(again).mapToObj(i -> letters.get(i).withoutPayload()).toList();
    List<PublishOutcome> second = publisher.publish(queue, shorter);
    for (int i = 0; i < again.length; i++) {
      outcomes.set(again[i], second.get(i));
    }
    return outcomes;
  }

  private Settlement settlement(Settlement.Dead dead, PublishOutcome outcome) {
    return switch (outcome) {
      case Delivered ignored -> dead;
      case Rejected rejected -> postponed(dead, rejected.code());
      case PublishOutcome.Retryable retryable -> postponed(dead, retryable.code());
      case PublishOutcome.Unavailable(String code, String reason) ->
          postponed(dead, code + ": " + reason);
      case PublishOutcome.NotSent() -> postponed(dead, "it was not attempted");
    };
  }

  private Settlement postponed(Settlement.Dead dead, String obstacle) {
    Route route = lane.stream(dead.event().message().stream()).route;
    Duration delay =
        route == null
            ? lane.config.publishTimeout()
            : route.retry().delay(Math.max(1, dead.failures()), lane.random.nextDouble());
    String reason = dead.reason() + "; the dead-letter queue has not taken it: " + obstacle;
    return new Settlement.Failed(dead.event(), dead.failures(), dead.code(), reason, delay);
  }
}
