package dev.sluice.relay.contract;

import static dev.sluice.relay.contract.ScriptedBroker.ALWAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.contract.ScriptedBroker.CallFault;
import dev.sluice.relay.contract.ScriptedBroker.EntryFault;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Both of its parents, and what is only to be seen where order meets failure. */
public interface KeyOrderFaultContract extends KeyOrderContract, FaultContract {

  @Override
  ScriptedBroker broker();

  /** A broker that fails the first and takes the second would have them the wrong way round. */
  @Test
  default void messagesOfOneKeyAreNeverInFlightTogether() throws Exception {
    try (Trial trial = Trial.hasty(broker())) {
      trial.publish(Sample.messages(100, 5)).assertDelivered();
      broker().fault(CallFault.UNANSWERED, 1);
      trial.publishUntilDelivered(Sample.messages(100, 5));
      assertThat(broker().overlapping()).isEmpty();
    }
  }

  @Test
  default void nothingOvertakesAFailedMessageOfItsKey() throws Exception {
    List<OutboxMessage> messages = Sample.messages(25, 1);
    OutboxMessage failing = messages.get(10);
    broker().fault(EntryFault.FAILED, failing.id()::equals, ALWAYS);
    try (Trial trial = Trial.on(broker())) {
      trial.publish(messages).assertOnlyFailing(Set.of(failing.id()), Retryable.class);
      trial.assertHolds(messages.subList(0, 10));
      broker().mend();
      trial.publish(messages.subList(10, 25)).assertDelivered();
      trial.assertHolds(messages);
      trial.assertKeysInOrder(25);
    }
  }

  @Test
  default void nothingOvertakesAThrottledMessageOfItsKey() throws Exception {
    List<OutboxMessage> messages = Sample.messages(25, 1);
    broker().fault(EntryFault.THROTTLED, messages.get(10).id()::equals, 2);
    try (Trial trial = Trial.on(broker())) {
      trial.publish(messages).assertDelivered();
      trial.assertKeysInOrder(25);
    }
  }

  @Test
  default void nothingOvertakesAMessageWhoseAnswerWasLost() throws Exception {
    broker().fault(CallFault.ANSWER_LOST, 2);
    try (Trial trial = Trial.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(25, 1);
      trial.publishUntilDelivered(messages);
      trial.assertHoldsAtLeast(messages);
      trial.assertKeysInOrder(25);
    }
  }
}
