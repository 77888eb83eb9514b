package dev.sluice.relay.contract;

import static dev.sluice.relay.contract.ScriptedBroker.ALWAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.contract.ScriptedBroker.CallFault;
import dev.sluice.relay.contract.ScriptedBroker.EntryFault;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
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
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      harness.publish(Sample.messages(100, 5)).assertDelivered();
      broker().fault(CallFault.UNANSWERED, 1);
      harness.publishUntilDelivered(Sample.messages(100, 5));
      assertThat(broker().overlapping()).isEmpty();
    }
  }

  @Test
  default void nothingOvertakesAFailedMessageOfItsKey() throws Exception {
    List<OutboxMessage> messages = Sample.messages(25, 1);
    OutboxMessage failing = messages.get(10);
    broker().fault(EntryFault.FAILED, failing.id()::equals, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      harness.publish(messages).assertOnlyFailing(Set.of(failing.id()), Retryable.class);
      harness.assertHolds(messages.subList(0, 10));
      broker().mend();
      harness.publish(messages.subList(10, 25)).assertDelivered();
      harness.assertHolds(messages);
      harness.assertKeysInOrder(25);
    }
  }

  @Test
  default void whatIsBehindAFailedMessageIsNotSent() throws Exception {
    List<OutboxMessage> messages = Sample.messages(10, 1);
    broker().fault(EntryFault.FAILED, messages.get(4).id()::equals, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      Call call = harness.publish(messages);
      assertThat(call.outcomes().get(4)).isInstanceOf(Retryable.class);
      assertThat(call.outcomes().subList(5, 10)).hasOnlyElementsOfType(NotSent.class);
    }
  }

  @Test
  default void nothingOvertakesAThrottledMessageOfItsKey() throws Exception {
    List<OutboxMessage> messages = Sample.messages(25, 1);
    broker().fault(EntryFault.THROTTLED, messages.get(10).id()::equals, 2);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      harness.publish(messages).assertDelivered();
      harness.assertKeysInOrder(25);
    }
  }

  @Test
  default void nothingOvertakesAMessageWhoseAnswerWasLost() throws Exception {
    broker().fault(CallFault.ANSWER_LOST, 2);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      List<OutboxMessage> messages = Sample.messages(25, 1);
      harness.publishUntilDelivered(messages);
      harness.assertHoldsAtLeast(messages);
      harness.assertKeysInOrder(25);
    }
  }
}
