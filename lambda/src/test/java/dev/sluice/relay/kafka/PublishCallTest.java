package dev.sluice.relay.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who stands behind a failure of its key. */
final class PublishCallTest {

  private static PublishCall call(int events) {
    List<OutboxMessage> messages =
        IntStream.range(0, events).mapToObj(seq -> Events.event(seq, "key", "{}")).toList();
    return new PublishCall(
        Events.topic("orders"), messages, TimeLimits.within(Duration.ofSeconds(1)));
  }

  /** The broker is slow, and the producer itself refuses the second one at once. */
  @Test
  void earlierEventWithoutAnAnswerIsNotChargedForALaterOne() {
    PublishCall call = call(3);
    call.settle(1, new Rejected("TOO_LARGE", "too large"));
    List<PublishOutcome> outcomes = call.outcomes();
    assertThat(outcomes.get(0)).isInstanceOf(Unavailable.class);
    assertThat(outcomes.get(1)).isInstanceOf(Rejected.class);
    assertThat(outcomes.get(2))
        .isInstanceOfSatisfying(Retryable.class, it -> assertThat(it.code()).isEqualTo("BEHIND"));
  }

  @Test
  void firstFailureOfAKeyCountsWhicheverIsToldFirst() {
    PublishCall call = call(4);
    call.settle(2, new Rejected("TOO_LARGE", "too large"));
    call.settle(0, new Retryable("FLAKY", "not now"));
    assertThat(call.isBehind(1)).isTrue();
    assertThat(call.isBehind(3)).isTrue();
    assertThat(call.isBehind(0)).isFalse();
  }
}
