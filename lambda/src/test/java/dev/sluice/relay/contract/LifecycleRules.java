package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/**
 * A function is frozen, copied and thawed: when a publisher opens and closes is not its own affair.
 */
interface LifecycleRules extends Contract {

  /** What others start meanwhile they do not start every time. */
  int TRIES = 5;

  @Test
  default void openingAPublisherStartsNoThread() {
    Set<Set<String>> started = new HashSet<>();
    for (int i = 0; i < TRIES; i++) {
      started.add(startedByOpening());
    }
    assertThat(started).as("threads, in each of %d tries", TRIES).contains(Set.of());
  }

  private Set<String> startedByOpening() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (Publisher _ = Trial.open(broker(), broker().timeLimit())) {
      Set<String> started = new HashSet<>();
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (!before.contains(thread)) {
          started.add(thread.getName());
        }
      }
      return started;
    }
  }

  @Test
  default void closingTwiceIsClosingOnce() throws Exception {
    try (Trial unused = Trial.on(broker());
        Trial used = Trial.on(broker())) {
      unused.close();
      used.publish(Sample.messages(5, 2)).assertDelivered();
      used.close();
    }
  }

  @Test
  default void providerOpensAnotherAfterOneWasClosed() throws Exception {
    for (int i = 0; i < 3; i++) {
      try (Trial trial = Trial.on(broker())) {
        List<OutboxMessage> messages = Sample.messages(30, 4);
        trial.publish(messages).assertDelivered();
        trial.assertHolds(messages);
      }
    }
  }

  @Test
  default void closingEndsACallUnderWayAndItsOutcomesAreTrue() throws Exception {
    List<OutboxMessage> messages = Sample.messages(2_000, 50);
    try (Trial trial = Trial.on(broker())) {
      FutureTask<Call> call = trial.start(messages);
      assertThat(trial.received(1)).isNotEmpty();
      trial.close();
      Call closed = trial.finish(call).assertDeliveredOr(Unavailable.class, Retryable.class);
      trial.assertHoldsAtLeast(closed.delivered());
    }
  }
}
