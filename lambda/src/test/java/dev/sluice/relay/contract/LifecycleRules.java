package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A function is frozen, copied and thawed: when a publisher opens and closes is not its own affair.
 */
interface LifecycleRules extends Contract {

  /** A thread belongs to the group of the thread that starts it: other tests may start theirs. */
  @Test
  default void openingAPublisherStartsNoThread() throws Exception {
    ThreadGroup group = new ThreadGroup("opening");
    FutureTask<List<String>> opening =
        new FutureTask<>(
            () -> {
              try (Publisher _ = Trial.open(broker(), broker().timeLimit())) {
                Thread[] started = new Thread[100];
                int count = group.enumerate(started);
                return Stream.of(started).limit(count).map(Thread::getName).toList();
              }
            });
    new Thread(group, opening, "opener").start();
    assertThat(opening.get(30, TimeUnit.SECONDS)).containsExactly("opener");
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
