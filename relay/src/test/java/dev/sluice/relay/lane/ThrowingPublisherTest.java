package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A publisher that throws has a bug; which event it has the bug with is found, and pays for it. */
final class ThrowingPublisherTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  private final VirtualLane lane = new VirtualLane("LOOP", 1);

  private static String[] keys(int count) {
    return IntStream.range(0, count).mapToObj(i -> "key-" + i).toArray(String[]::new);
  }

  private static boolean isAmong(List<OutboxMessage> messages, String key) {
    return messages.stream().anyMatch(message -> message.key().equals(key));
  }

  @Test
  void itsOtherEventsAreDeliveredAtTheirFirstAttempt() {
    lane.broker.before(
        messages -> {
          if (isAmong(messages, "key-17")) {
            throw new IllegalStateException("a bug");
          }
        });
    lane.append(keys(50));
    lane.until(() -> lane.broker.delivered().size() == 49, LONG);
    assertThat(lane.broker.delivered())
        .hasSize(49)
        .allSatisfy(message -> assertThat(message.attempt()).isEqualTo(1));
    lane.until(() -> lane.failures(18) > 0, LONG);
    assertThat(lane.failures(18)).isPositive();
  }

  /** They failed once, so they come from outbox.held, a call of many keys. */
  @Test
  void heldEventsOfItsCallCostNoAttemptEither() {
    lane.broker
        .before(
            messages -> {
              if (messages.size() > 1 && messages.getFirst().attempt() == 2) {
                throw new IllegalStateException("a bug");
              }
            })
        .answers(
            message -> message.attempt() == 1 ? new Retryable("FLAKY", "-") : new Delivered("-"));
    lane.append(keys(50));
    lane.until(() -> lane.broker.delivered().size() == 50, LONG);
    assertThat(lane.broker.delivered())
        .hasSize(50)
        .allSatisfy(message -> assertThat(message.attempt()).isEqualTo(2));
  }

  @Test
  void eventsOfAKeyKeepTheirOrder() {
    Set<Integer> thrown = ConcurrentHashMap.newKeySet();
    lane.broker
        .before(
            messages -> {
              if (messages.size() > 1 && thrown.add(messages.size())) {
                throw new IllegalStateException("a bug");
              }
            })
        .answers(message -> message.seq() % 7 == 3 ? flaky(message) : new Delivered("-"));
    for (int i = 0; i < 20; i++) {
      lane.append("a", "b");
    }
    lane.until(() -> lane.broker.delivered().size() == 40, LONG);
    assertThat(thrown).isNotEmpty();
    for (String key : new String[] {"a", "b"}) {
      assertThat(lane.broker.delivered().stream().filter(m -> m.key().equals(key)))
          .extracting(OutboxMessage::seq)
          .hasSize(20)
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  private static PublishOutcome flaky(OutboxMessage message) {
    return message.attempt() == 1 ? new Retryable("FLAKY", "-") : new Delivered("-");
  }
}
