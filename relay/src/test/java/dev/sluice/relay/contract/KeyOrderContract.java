package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For destinations that keep the order of a key, which the publisher must not spoil. */
public interface KeyOrderContract extends PublisherContract {

  @Test
  default void destinationIsOrdered() throws Exception {
    assertThat(broker().destination(Format.RAW).ordered()).isTrue();
  }

  @Test
  default void messagesOfOneKeyArriveInTheirOrder() throws Exception {
    assertInOrder(Sample.messages(200, 1), 200);
  }

  @Test
  default void everyOneOfManyKeysArrivesInItsOrder() throws Exception {
    assertInOrder(Sample.messages(400, 37), 400);
  }

  @Test
  default void callsOneAfterTheOtherKeepTheOrder() throws Exception {
    assertInOrder(Sample.messages(200, 7), 23);
  }

  @Test
  default void callsOfOneMessageKeepTheOrder() throws Exception {
    assertInOrder(Sample.messages(20, 1), 1);
  }

  @Test
  default void oddKeysKeepTheOrderToo() throws Exception {
    List<OutboxMessage> messages = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      messages.addAll(OddText.everywhere());
      messages.add(Sample.message("k".repeat(1_000)));
    }
    assertInOrder(messages, messages.size());
  }

  /** Large ones fill a call on their own; the small ones between them must not go ahead. */
  @Test
  default void largeAndSmallMessagesOfOneKeyKeepTheOrder() throws Exception {
    int large = broker().largestPayload(Sample.message("key-0")) * 3 / 4;
    List<OutboxMessage> messages = new ArrayList<>(Sample.messages(40, 2));
    for (int i = 0; i < messages.size(); i += 3) {
      messages.set(i, Sample.padded(messages.get(i), large));
    }
    assertInOrder(messages, messages.size());
  }

  /** It was not attempted: it may go out with the next call, and no attempt is counted. */
  @Test
  default void whatIsBehindARejectedMessageIsNotSent() throws Exception {
    List<OutboxMessage> messages = new ArrayList<>(Sample.messages(10, 1));
    int largest = broker().largestPayload(messages.get(4));
    messages.set(4, Sample.padded(messages.get(4), largest + 1));
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      Call call = harness.publish(messages);
      assertThat(call.outcomes().get(4)).isInstanceOf(Rejected.class);
      assertThat(call.outcomes().subList(5, 10)).hasOnlyElementsOfType(NotSent.class);
      harness.publish(messages.subList(5, 10)).assertDelivered();
    }
  }

  private void assertInOrder(List<OutboxMessage> messages, int perCall) throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      for (int from = 0; from < messages.size(); from += perCall) {
        int to = Math.min(messages.size(), from + perCall);
        harness.publish(messages.subList(from, to)).assertDelivered();
      }
      harness.assertHolds(messages);
      harness.assertKeysInOrder(messages.size());
    }
  }
}
