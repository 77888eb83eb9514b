package dev.sluice.relay.contract;

import static dev.sluice.relay.contract.ScriptedBroker.ALWAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.contract.ScriptedBroker.CallFault;
import dev.sluice.relay.contract.ScriptedBroker.EntryFault;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Too much for the broker is waited out; it is nobody's failure. */
interface ThrottlingRules extends Contract {

  @Override
  ScriptedBroker broker();

  @Test
  default void throttledEntriesAreWaitedFor() throws Exception {
    List<OutboxMessage> messages = Sample.messages(40, 6);
    List<OutboxMessage> some = List.of(messages.get(0), messages.get(11), messages.get(39));
    broker().fault(EntryFault.THROTTLED, id -> some.stream().anyMatch(it -> it.id().equals(id)), 2);
    assertDelivered(messages);
  }

  @Test
  default void throttledCallsAreWaitedFor() throws Exception {
    broker().fault(CallFault.THROTTLED, 3);
    assertDelivered(Sample.messages(40, 6));
  }

  private void assertDelivered(List<OutboxMessage> messages) throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      harness.publish(messages).assertDelivered();
      harness.assertHolds(messages);
      harness.assertKeysInOrder(messages.size());
    }
  }

  @Test
  default void callsThrottledForEverAreUnavailableWithinTheTimeLimit() throws Exception {
    broker().fault(CallFault.THROTTLED, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      harness.publish(Sample.messages(40, 6)).assertUnavailable();
      harness.assertHolds(List.of());
    }
  }

  @Test
  default void entriesThrottledForEverCountNoAttempt() throws Exception {
    List<OutboxMessage> messages = Sample.messages(40, 40);
    broker().fault(EntryFault.THROTTLED, messages.get(11).id()::equals, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.hasty(broker())) {
      Call call = harness.publish(messages).assertDeliveredOr(Unavailable.class, NotSent.class);
      assertThat(call.undelivered()).contains(messages.get(11));
      harness.assertHolds(call.delivered());
    }
  }
}
