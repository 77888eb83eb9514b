package dev.sluice.relay.contract;

import static dev.sluice.relay.contract.ScriptedBroker.ALWAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.contract.ScriptedBroker.CallFault;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.concurrent.FutureTask;
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
    try (Trial trial = Trial.on(broker())) {
      trial.publishUntilDelivered(messages);
      trial.assertHoldsAtLeast(messages);
      trial.assertKeysInOrder(messages.size());
    }
  }

  @Test
  default void silentBrokerIsUnavailableWithinTheTimeLimit() throws Exception {
    broker().fault(CallFault.UNANSWERED, ALWAYS);
    try (Trial trial = Trial.hasty(broker())) {
      Call call = trial.publish(Sample.messages(40, 6));
      assertThat(call.outcomes()).hasOnlyElementsOfType(Unavailable.class);
    }
  }

  @Test
  default void unansweredCallIsDeliveredLater() throws Exception {
    broker().fault(CallFault.UNANSWERED, 1);
    List<OutboxMessage> messages = Sample.messages(40, 6);
    try (Trial trial = Trial.hasty(broker())) {
      trial.publishUntilDelivered(messages);
      trial.assertHoldsAtLeast(messages);
    }
  }

  @Test
  default void closingEndsACallThatIsNeverAnswered() throws Exception {
    broker().fault(CallFault.UNANSWERED, ALWAYS);
    int before = broker().calls();
    try (Trial trial = Trial.hasty(broker())) {
      FutureTask<Call> call = trial.start(Sample.messages(40, 6));
      while (broker().calls() == before && !call.isDone()) {
        Thread.onSpinWait();
      }
      trial.close();
      assertThat(trial.finish(call).delivered()).isEmpty();
    }
  }
}
