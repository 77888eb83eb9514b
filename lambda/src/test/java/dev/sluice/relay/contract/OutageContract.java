package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** An outage costs time and nothing else. */
public interface OutageContract extends PublisherContract {

  @Override
  StoppableBroker broker();

  @Test
  default void stoppedBrokerIsUnavailableWithinTheTimeLimit() throws Exception {
    try (Trial trial = Trial.hasty(broker())) {
      broker().stop();
      try {
        assertUnavailable(trial.publish(Sample.messages(100, 10)));
      } finally {
        broker().start();
      }
    }
  }

  @Test
  default void samePublisherDeliversBeforeAndAfterAnOutage() throws Exception {
    try (Trial trial = Trial.hasty(broker())) {
      List<OutboxMessage> before = Sample.messages(50, 10);
      List<OutboxMessage> after = Sample.messages(50, 10);
      trial.publish(before).assertDelivered();
      broker().stop();
      try {
        assertUnavailable(trial.publish(after));
        assertUnavailable(trial.publish(after));
      } finally {
        broker().start();
      }
      trial.publishUntilDelivered(after);
      trial.assertHoldsAtLeast(before);
      trial.assertHoldsAtLeast(after);
    }
  }

  @Test
  default void outageAmidACallLosesNothingAndBlamesNoMessage() throws Exception {
    List<OutboxMessage> messages = Sample.messages(5_000, 100);
    try (Trial trial = Trial.hasty(broker())) {
      FutureTask<Call> call = trial.start(messages);
      assertThat(trial.received(1)).isNotEmpty();
      broker().stop();
      Call interrupted;
      try {
        interrupted = trial.finish(call).assertDeliveredOr(Unavailable.class);
      } finally {
        broker().start();
      }
      trial.publishUntilDelivered(interrupted.undelivered());
      trial.assertHoldsAtLeast(messages);
    }
  }

  private static void assertUnavailable(Call call) {
    assertThat(call.outcomes()).hasOnlyElementsOfType(Unavailable.class);
  }
}
