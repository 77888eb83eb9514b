package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A message behind a failure of its key is not sent, in whichever order the outcomes come. */
final class PipelineCallTest {

  private static final PublishOutcome DELIVERED = new Delivered("r");
  private static final PublishOutcome TOO_LARGE = new Rejected("TOO_LARGE", "too large");
  private static final PublishOutcome FLAKY = new Retryable("FLAKY", "not now");
  private static final PublishOutcome DOWN = new Unavailable("DOWN", "nobody answers");
  private static final PublishOutcome NOT_SENT = new NotSent();

  /** The answer to a call of messages with one key, or with one key each. */
  private static List<PublishOutcome> answer(
      boolean ordered, int keys, List<Map.Entry<Integer, PublishOutcome>> told) {
    List<PublishOutcome> answer = new ArrayList<>();
    List<OutboxMessage> messages =
        IntStream.range(0, told.size())
            .mapToObj(seq -> Events.event(seq, "key-" + seq % keys, "{}"))
            .toList();
    PipelineCall call = new PipelineCall(messages, ordered, answer::addAll, ignored -> {});
    told.forEach(each -> call.settle(each.getKey(), each.getValue()));
    return answer;
  }

  /** The broker is slow, and the producer itself refuses the second one at once. */
  @Test
  void earlierMessageWithoutAnAnswerIsNotBlamedForALaterOne() {
    assertThat(
            answer(
                true,
                1,
                List.of(Map.entry(1, TOO_LARGE), Map.entry(2, NOT_SENT), Map.entry(0, DELIVERED))))
        .containsExactly(DELIVERED, TOO_LARGE, NOT_SENT);
  }

  @Test
  void firstFailureOfAKeyCountsWhicheverIsKnownFirst() {
    assertThat(
            answer(
                true,
                1,
                List.of(
                    Map.entry(2, TOO_LARGE),
                    Map.entry(3, DOWN),
                    Map.entry(0, FLAKY),
                    Map.entry(1, NOT_SENT))))
        .containsExactly(FLAKY, NOT_SENT, NOT_SENT, NOT_SENT);
  }

  @Test
  void failureOfAnotherKeyChangesNothing() {
    assertThat(answer(true, 2, List.of(Map.entry(0, FLAKY), Map.entry(1, TOO_LARGE))))
        .containsExactly(FLAKY, TOO_LARGE);
  }

  @Test
  void withoutOrderNothingIsBehind() {
    assertThat(answer(false, 1, List.of(Map.entry(0, FLAKY), Map.entry(1, TOO_LARGE))))
        .containsExactly(FLAKY, TOO_LARGE);
  }
}
