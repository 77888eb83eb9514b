package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
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
              try (Publisher ignored = PublisherHarness.open(broker(), broker().timeLimit())) {
                Thread[] started = new Thread[100];
                int count = group.enumerate(started);
                return Stream.of(started).limit(count).map(Thread::getName).toList();
              }
            });
    new Thread(group, opening, "opener").start();
    assertThat(opening.get(30, TimeUnit.SECONDS)).containsExactly("opener");
  }

  @Test
  default void preparingSendsNothing() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(5, 2);
      harness.prepare();
      harness.publish(messages).assertDelivered();
      harness.prepare();
      harness.assertHolds(messages);
    }
  }

  @Test
  default void closingTwiceIsClosingOnce() throws Exception {
    try (PublisherHarness unused = PublisherHarness.on(broker());
        PublisherHarness used = PublisherHarness.on(broker())) {
      unused.close();
      used.publish(Sample.messages(5, 2)).assertDelivered();
      used.close();
    }
  }

  @Test
  default void providerOpensAnotherAfterOneWasClosed() throws Exception {
    for (int i = 0; i < 3; i++) {
      try (PublisherHarness harness = PublisherHarness.on(broker())) {
        List<OutboxMessage> messages = Sample.messages(30, 4);
        harness.publish(messages).assertDelivered();
        harness.assertHolds(messages);
      }
    }
  }

  @Test
  default void closingEndsACallUnderWayAndItsOutcomesAreTrue() throws Exception {
    List<OutboxMessage> messages = Sample.messages(Math.min(2_000, broker().backlog() / 2), 50);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      FutureTask<Call> call = harness.start(messages);
      assertThat(harness.received(1)).isNotEmpty();
      harness.close();
      Call closed = harness.finish(call).assertDeliveredOr(NotSent.class, Unavailable.class);
      harness.assertHoldsAtLeast(closed.delivered());
    }
  }

  /** The relay opens another. An outcome that blames the destination would open its breaker. */
  @Test
  default void closedPublisherSendsNothing() throws Exception {
    List<OutboxMessage> before = Sample.messages(5, 2);
    List<OutboxMessage> after = Sample.messages(5, 2);
    try (PublisherHarness closed = PublisherHarness.on(broker());
        PublisherHarness another = PublisherHarness.on(broker(), closed.destination())) {
      closed.publish(before).assertDelivered();
      closed.close();
      for (int i = 0; i < 2; i++) {
        Call late = closed.publish(Sample.messages(5, 2));
        assertThat(late.outcomes()).hasOnlyElementsOfType(NotSent.class);
      }
      another.publish(after).assertDelivered();
      closed.assertHolds(Stream.concat(before.stream(), after.stream()).toList());
    }
  }

  @Test
  default void publisherThatWasClosedUnusedSendsNothing() throws Exception {
    try (PublisherHarness closed = PublisherHarness.on(broker())) {
      closed.close();
      assertThat(closed.publish(Sample.messages(5, 2)).outcomes())
          .hasOnlyElementsOfType(NotSent.class);
    }
  }
}
