package dev.sluice.relay.contract;

import static dev.sluice.relay.contract.ScriptedBroker.ALWAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.contract.ScriptedBroker.EntryFault;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A publisher that takes a call's success for that of its entries loses events in silence. */
interface PartialFailureRules extends Contract {

  @Override
  ScriptedBroker broker();

  @Test
  default void failedEntryAloneIsRetryableAndTheOthersAreDelivered() throws Exception {
    assertRetryable(Sample.messages(30, 30), 13);
  }

  @Test
  default void everyFailedEntryIsRetryable() throws Exception {
    assertRetryable(Sample.messages(100, 100), 0, 9, 10, 11, 55, 99);
  }

  @Test
  default void failedEntryHoldsBackNoOtherKey() throws Exception {
    assertRetryable(Sample.messages(100, 7), 0, 9, 33, 34);
  }

  @Test
  default void failedAndRefusedEntriesOfOneCallAreToldApart() throws Exception {
    List<OutboxMessage> messages = Sample.messages(12, 12);
    broker().fault(EntryFault.FAILED, messages.get(2).id()::equals, ALWAYS);
    broker().fault(EntryFault.REFUSED, messages.get(7).id()::equals, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      List<PublishOutcome> outcomes = harness.publish(messages).outcomes();
      assertThat(outcomes.get(2)).isInstanceOf(Retryable.class);
      assertThat(outcomes.get(7)).isInstanceOf(Rejected.class);
      assertThat(outcomes).filteredOn(Delivered.class::isInstance).hasSize(10);
    }
  }

  @Test
  default void whatFailedIsDeliveredByALaterCall() throws Exception {
    List<OutboxMessage> messages = Sample.messages(40, 6);
    broker().fault(EntryFault.FAILED, ids(messages, 3, 17, 31)::contains, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      Call call = harness.publish(messages);
      broker().mend();
      harness.publish(call.undelivered()).assertDelivered();
      harness.assertHolds(messages);
    }
  }

  @Test
  default void failureThatPassesLosesAndRepeatsNothing() throws Exception {
    List<OutboxMessage> messages = Sample.messages(40, 6);
    broker().fault(EntryFault.FAILED, ids(messages, 0, 17, 31)::contains, 1);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      harness.publishUntilDelivered(messages);
      harness.assertHolds(messages);
    }
  }

  /** An outage of one message. An attempt for it would kill events that nothing is wrong with. */
  @Test
  default void faultOfTheBrokerCountsNoAttemptAndHoldsBackNoOtherKey() throws Exception {
    List<OutboxMessage> messages = Sample.messages(100, 7);
    Set<UUID> failing = ids(messages, 0, 33);
    broker().fault(EntryFault.BROKER_FAULT, failing::contains, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      Call call = harness.publish(messages).assertOnlyFailing(failing, Unavailable.class);
      harness.assertHolds(call.delivered());
    }
  }

  @Test
  default void faultOfTheBrokerWithEveryMessageIsAnOutage() throws Exception {
    broker().fault(EntryFault.BROKER_FAULT, ignored -> true, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      harness.publish(Sample.messages(40, 40)).assertUnavailable();
    }
  }

  private void assertRetryable(List<OutboxMessage> messages, int... positions) throws Exception {
    Set<UUID> failing = ids(messages, positions);
    broker().fault(EntryFault.FAILED, failing::contains, ALWAYS);
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      Call call = harness.publish(messages).assertOnlyFailing(failing, Retryable.class);
      harness.assertHolds(call.delivered());
    }
  }

  private static Set<UUID> ids(List<OutboxMessage> messages, int... positions) {
    return IntStream.of(positions).mapToObj(i -> messages.get(i).id()).collect(Collectors.toSet());
  }
}
