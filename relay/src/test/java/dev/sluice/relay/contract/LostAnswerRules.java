package dev.sluice.relay.contract;

import static dev.sluice.relay.contract.ScriptedBroker.ALWAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.contract.ScriptedBroker.CallFault;
import dev.sluice.relay.spi.OutboxMessage;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What has no answer may have arrived: it is sent again, and nothing overtakes it. */
interface LostAnswerRules extends Contract {

  @Override
  ScriptedBroker broker();

  @Test
  default void lostAnswerLeadsToDuplicatesAtTheMost() throws Exception {
    broker().fault(CallFault.ANSWER_LOST, 1);
    assertNothingIsLost(Sample.messages(40, 6));
  }

  @Test
  default void manyLostAnswersDoToo() throws Exception {
    broker().fault(CallFault.ANSWER_LOST, 5);
    assertNothingIsLost(Sample.messages(200, 10));
  }

  private void assertNothingIsLost(List<OutboxMessage> messages) throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      harness.publishUntilDelivered(messages);
      harness.assertHoldsAtLeast(messages);
      harness.assertKeysInOrder(messages.size());
    }
  }

  @Test
  default void silentBrokerIsUnavailableWithinTheTimeLimit() throws Exception {
    broker().fault(CallFault.UNANSWERED, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      harness.publish(Sample.messages(40, 6)).assertUnavailable();
    }
  }

  @Test
  default void unansweredCallIsDeliveredLater() throws Exception {
    broker().fault(CallFault.UNANSWERED, 1);
    List<OutboxMessage> messages = Sample.messages(40, 6);
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      harness.publishUntilDelivered(messages);
      harness.assertHoldsAtLeast(messages);
    }
  }

  @Test
  default void closingEndsACallThatIsNeverAnswered() throws Exception {
    broker().fault(CallFault.UNANSWERED, ALWAYS);
    int before = broker().calls();
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      FutureTask<Call> call = harness.start(Sample.messages(40, 6));
      while (broker().calls() == before && !call.isDone()) {
        LockSupport.parkNanos(1_000_000);
      }
      harness.close();
      assertThat(harness.finish(call).delivered()).isEmpty();
    }
  }
}
