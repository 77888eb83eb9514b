package dev.sluice.relay.lane;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.wire.DeadLetter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends a copy of what is dead to the dead-letter queue before the database learns of it. If the
 * queue does not take the copy, the event has only failed, and is tried again. A call is complete
 * when each copy of its events was answered.
 */
final class DeadLetters {

  /** A larger payload goes without a copy; a queue takes 1 MB. */
  private static final long MOST_BYTES = 4 << 20;

  private static final int MOST_LETTERS = 100;

  private record Letter(Call call, Change.Dead dead, boolean withPayload) {

    /** The memory that it takes. */
    long bytes() {
      return withPayload ? dead.event().bytes() : 0;
    }
  }

  private final RelayConfig config;
  private final Tasks tasks;
  private final HeldShards held;
  private final BlockedKeys blocked;
  private final Destinations destinations;
  private final Publishers publishers;
  private final RandomGenerator random;
  private final Consumer<Call> completed;
  private final Deque<Letter> waiting = new ArrayDeque<>();
  private boolean sending;

  DeadLetters(
      RelayConfig config,
      Tasks tasks,
      HeldShards held,
      BlockedKeys blocked,
      Destinations destinations,
      Publishers publishers,
      RandomGenerator random,
      Consumer<Call> completed) {
    this.config = config;
    this.tasks = tasks;
    this.held = held;
    this.blocked = blocked;
    this.destinations = destinations;
    this.publishers = publishers;
    this.random = random;
    this.completed = completed;
  }

  void add(Call call, Change.Dead dead) {
    if (config.deadLetters() == null) {
      call.change(dead);
    } else {
      call.awaitLetter();
      LogEvent event = dead.event();
      boolean notLoaded = event.undeliverable() != null && event.bytes() == 0;
      waiting.add(new Letter(call, dead, !notLoaded && event.bytes() <= MOST_BYTES));
    }
  }

  boolean busy() {
    return sending || !waiting.isEmpty();
  }

  /**
   * @param ending the lane was told to end: nothing is sent any more
   */
  void start(long now, boolean ending) {
    Destination queue = config.deadLetters();
    if (sending || queue == null) {
      return;
    }
    while (!waiting.isEmpty() && (ending || isLost(waiting.peek()))) {
      answered(waiting.remove(), new NotSent(), now);
    }
    if (!waiting.isEmpty() && held.safeFor(config.publishTimeout().toNanos(), now)) {
      send(queue, next(), now);
    }
  }

  private boolean isLost(Letter letter) {
    return !held.shards().contains(letter.dead.event().shard());
  }

  /** At least one, and then as many as the bytes allow. */
  private List<Letter> next() {
    List<Letter> letters = new ArrayList<>();
    long bytes = 0;
    while (!waiting.isEmpty()
        && letters.size() < MOST_LETTERS
        && (bytes == 0 || bytes + waiting.peek().bytes() <= MOST_BYTES)) {
      bytes += waiting.peek().bytes();
      letters.add(waiting.remove());
    }
    return letters;
  }

  private void send(Destination queue, List<Letter> letters, long now) {
    sending = true;
    tasks.<List<PublishOutcome>>onSender(
        "dead letters",
        answer -> answer.accept(publishers.of(queue).publish(queue, messages(letters))),
        outcomes -> answered(letters, outcomes, now),
        thrown -> {
          Retryable failure = new Retryable(thrown.getClass().getSimpleName(), "");
          answered(letters, Collections.nCopies(letters.size(), failure), now);
        });
  }

  private List<OutboxMessage> messages(List<Letter> letters) {
    return letters.stream()
        .map(
            letter -> {
              DeadLetter copy = copy(letter.dead);
              return letter.withPayload ? copy.message() : copy.withoutPayload();
            })
        .toList();
  }

  private DeadLetter copy(Change.Dead dead) {
    Destination destination = destinations.routeOf(dead.event()).destination();
    return new DeadLetter(
        destinations.subscription.name(),
        dead.event().message(),
        destination.uri(),
        dead.failures(),
        dead.code(),
        dead.reason());
  }

  private void answered(
      List<Letter> letters, List<? extends PublishOutcome> outcomes, long sentAt) {
    sending = false;
    for (int i = letters.size() - 1; i >= 0; i--) {
      Letter letter = letters.get(i);
      if (outcomes.get(i) instanceof Rejected && letter.withPayload) {
        waiting.addFirst(new Letter(letter.call, letter.dead, false));
      } else {
        answered(letter, outcomes.get(i), sentAt);
      }
    }
  }

  private void answered(Letter letter, PublishOutcome outcome, long now) {
    @Nullable String obstacle =
        switch (outcome) {
          case Delivered taken -> null;
          case Rejected rejected -> rejected.code();
          case Retryable failure -> failure.code();
          case Unavailable outage -> outage.code() + ": " + outage.reason();
          case NotSent notSent -> "it was not asked";
        };
    letter.call.letterAnswered(
        obstacle == null ? letter.dead : postponed(letter.dead, obstacle, now));
    letter.call.queue.completed().forEach(completed);
  }

  private Change postponed(Change.Dead dead, String obstacle, long now) {
    Route route = destinations.routeOf(dead.event());
    Duration delay = route.retry().delay(Math.max(1, dead.failures()), random.nextDouble());
    blocked.putOff(dead.event().key(), now + delay.toNanos());
    String reason = dead.reason() + "; the dead-letter queue has not taken it: " + obstacle;
    return new Change.Failed(dead.event(), dead.failures(), dead.code(), reason, delay);
  }
}
