package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Outcomes, and that they are true. */
interface OutcomeRules extends Contract {

  @Test
  default void noMessagesGetNoOutcomes() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      assertThat(harness.publish().outcomes()).isEmpty();
    }
  }

  @Test
  default void oneMessageIsDelivered() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      OutboxMessage message = Sample.message("key");
      harness.publish(message).assertDelivered();
      harness.assertHolds(List.of(message));
    }
  }

  @Test
  default void everyMessageGetsAnOutcomeAndIsReceivedOnce() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(123, 11);
      harness.publish(messages).assertDelivered();
      harness.assertHolds(messages);
    }
  }

  @Test
  default void backlogIsDeliveredInOneCall() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(broker().backlog(), 997);
      harness.publish(messages).assertDelivered();
      harness.assertHolds(messages);
    }
  }

  @Test
  default void receiptsAreDistinctAndNotBlank() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      assertThat(harness.publish(Sample.messages(50, 7)).assertDelivered().outcomes())
          .extracting(OutcomeRules::receipt)
          .doesNotHaveDuplicates()
          .noneMatch(String::isBlank);
    }
  }

  private static String receipt(PublishOutcome outcome) {
    return outcome instanceof Delivered(String receipt) ? receipt : "";
  }

  @Test
  default void callsOneAfterTheOtherAreAllDelivered() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(45, 4);
      harness.publish(messages.subList(0, 1)).assertDelivered();
      harness.publish(messages.subList(1, 30)).assertDelivered();
      harness.publish(messages.subList(30, 45)).assertDelivered();
      harness.assertHolds(messages);
    }
  }

  @Test
  default void twoDestinationsArePublishedToAtOnce() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      Destination second = broker().destination(Format.RAW);
      List<OutboxMessage> here = Sample.messages(100, 20);
      List<OutboxMessage> there = Sample.messages(100, 20);
      FutureTask<Call> call = harness.start(here);
      harness.publish(second, there).assertDelivered();
      harness.finish(call).assertDelivered();
      harness.assertHolds(here);
      harness.assertHolds(second, there);
    }
  }

  /** Or a typing error in a route would kill every event of a stream. */
  @Test
  default void missingDestinationIsUnavailableAndNamed() throws Exception {
    Destination missing = broker().missingDestination();
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      assertThat(harness.publish(missing, Sample.messages(25, 5)).assertUnavailable().outcomes())
          .filteredOn(Unavailable.class::isInstance)
          .allSatisfy(
              outcome ->
                  assertThat(outcome)
                      .isInstanceOfSatisfying(
                          Unavailable.class,
                          it -> assertThat(it.reason()).contains(broker().nameOf(missing))));
    }
  }

  @Test
  default void missingDestinationDoesNotKeepAnotherFromBeingPublishedTo() throws Exception {
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      List<OutboxMessage> messages = Sample.messages(25, 5);
      FutureTask<Call> call = harness.start(broker().missingDestination(), Sample.messages(25, 5));
      harness.publish(messages).assertDelivered();
      harness.finish(call).assertDeliveredOr(Unavailable.class, NotSent.class);
      harness.publish(Sample.message("later")).assertDelivered();
    }
  }
}
