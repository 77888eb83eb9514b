package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Outcomes, and that they are true. */
interface OutcomeRules extends Contract {

  @Test
  default void noMessagesGetNoOutcomes() throws Exception {
    try (Trial trial = Trial.on(broker())) {
      assertThat(trial.publish().outcomes()).isEmpty();
    }
  }

  @Test
  default void oneMessageIsDelivered() throws Exception {
    try (Trial trial = Trial.on(broker())) {
      OutboxMessage message = Sample.message("key");
      trial.publish(message).assertDelivered();
      trial.assertHolds(List.of(message));
    }
  }

  @Test
  default void everyMessageGetsAnOutcomeAndIsReceivedOnce() throws Exception {
    try (Trial trial = Trial.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(123, 11);
      trial.publish(messages).assertDelivered();
      trial.assertHolds(messages);
    }
  }

  @Test
  default void backlogIsDeliveredInOneCall() throws Exception {
    try (Trial trial = Trial.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(broker().backlog(), 997);
      trial.publish(messages).assertDelivered();
      trial.assertHolds(messages);
    }
  }

  @Test
  default void receiptsAreDistinctAndNotBlank() throws Exception {
    try (Trial trial = Trial.on(broker())) {
      assertThat(trial.publish(Sample.messages(50, 7)).assertDelivered().outcomes())
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
    try (Trial trial = Trial.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(45, 4);
      trial.publish(messages.subList(0, 1)).assertDelivered();
      trial.publish(messages.subList(1, 30)).assertDelivered();
      trial.publish(messages.subList(30, 45)).assertDelivered();
      trial.assertHolds(messages);
    }
  }

  @Test
  default void twoDestinationsArePublishedToAtOnce() throws Exception {
    try (Trial trial = Trial.on(broker())) {
      Destination second = broker().destination(Format.RAW);
      List<OutboxMessage> here = Sample.messages(300, 20);
      List<OutboxMessage> there = Sample.messages(300, 20);
      FutureTask<Call> call = trial.start(here);
      trial.publish(second, there).assertDelivered();
      trial.finish(call).assertDelivered();
      trial.assertHolds(here);
      trial.assertHolds(second, there);
    }
  }

  /** Or a typing error in a route would kill every event of a stream. */
  @Test
  default void missingDestinationIsUnavailableAndNamed() throws Exception {
    Destination missing = broker().missingDestination();
    try (Trial trial = Trial.hasty(broker())) {
      assertThat(trial.publish(missing, Sample.messages(25, 5)).outcomes())
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
    try (Trial trial = Trial.hasty(broker())) {
      List<OutboxMessage> messages = Sample.messages(25, 5);
      FutureTask<Call> call = trial.start(broker().missingDestination(), Sample.messages(25, 5));
      trial.publish(messages).assertDelivered();
      trial.finish(call).assertDeliveredOr(Unavailable.class);
      trial.publish(Sample.message("later")).assertDelivered();
    }
  }
}
