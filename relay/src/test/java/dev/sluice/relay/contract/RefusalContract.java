package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the broker refuses for good is rejected, and nothing else suffers for it. */
public interface RefusalContract extends PublisherContract {

  @Override
  RefusingBroker broker();

  @Test
  default void refusedMessageIsRejectedAndTheOthersAreDelivered() throws Exception {
    assertRejected(30, 30, Set.of(13));
  }

  @Test
  default void everyRefusedOneAmongManyIsRejected() throws Exception {
    assertRejected(200, 200, Set.of(0, 9, 10, 11, 57, 100, 101, 199));
  }

  /** Where order counts, what stands behind it is kept back, and only that. */
  @Test
  default void refusedMessageHoldsBackNoOtherKey() throws Exception {
    assertRejected(200, 7, Set.of(0, 9, 57, 100, 101));
  }

  @Test
  default void refusedFirstMessageIsNotOvertakenByItsKey() throws Exception {
    assertRejected(50, 1, Set.of(0));
  }

  @Test
  default void onlyMessageMayBeRefused() throws Exception {
    assertRejected(1, 1, Set.of(0));
  }

  @Test
  default void rejectionSaysNothingOfThePayload() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker(), broker().refusingDestination())) {
      OutboxMessage refused = broker().refused(Sample.json(Sample.message("key"), "\"4111-1111\""));
      Call call = harness.publish(refused);
      call.assertOnlyFailing(Set.of(refused.id()), Rejected.class);
      assertThat(call.outcomes().toString()).doesNotContain("4111-1111").doesNotContain("xxxx");
    }
  }

  @Test
  default void nextCallIsDeliveredAsIfNothingHadHappened() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker(), broker().refusingDestination())) {
      OutboxMessage refused = broker().refused(Sample.message("key"));
      harness.publish(refused).assertOnlyFailing(Set.of(refused.id()), Rejected.class);
      List<OutboxMessage> messages = Sample.messages(30, 3);
      harness.publish(messages).assertDelivered();
      harness.assertHolds(messages);
    }
  }

  private void assertRejected(int count, int keys, Set<Integer> positions) throws Exception {
    Set<UUID> refused = new HashSet<>();
    List<OutboxMessage> sound = Sample.messages(count, keys);
    List<OutboxMessage> messages =
        IntStream.range(0, count)
            .mapToObj(i -> positions.contains(i) ? broker().refused(sound.get(i)) : sound.get(i))
            .toList();
    positions.forEach(i -> refused.add(messages.get(i).id()));
    try (PublisherHarness harness = PublisherHarness.on(broker(), broker().refusingDestination())) {
      Call call = harness.publish(messages).assertOnlyFailing(refused, Rejected.class);
      harness.assertHolds(call.delivered());
      harness.assertKeysInOrder(0);
    }
  }
}
