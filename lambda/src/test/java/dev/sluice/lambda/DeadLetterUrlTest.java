package dev.sluice.lambda;

import static dev.sluice.relay.testing.Environments.refusal;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.testing.Environments;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole message for a dead-letter queue that SQS cannot be. */
final class DeadLetterUrlTest {

  @ParameterizedTest
  @MethodSource("queues")
  void faultIsToldInFull(String url, String fault) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> RelayConfig.parse(Environments.with(Map.of("SLUICE_DLQ_URL", url))))
        .withMessage(refusal(fault));
  }

  static Stream<Arguments> queues() {
    String noUrl =
        "SLUICE_DLQ_URL is no queue's URL; one looks like"
            + " https://sqs.eu-central-1.amazonaws.com/123456789012/orders";
    return Stream.of(
        argumentSet(
            "deadLettersGoToAFifoQueue",
            "https://sqs.eu-central-1.amazonaws.com/1/dead.fifo",
            "SLUICE_DLQ_URL names a FIFO queue, which would swallow the second copy of an event that"
                + " dies twice within 5 minutes; use a standard queue"),
        argumentSet("deadLettersGoToAName", "dead", noUrl),
        argumentSet(
            "deadLettersGoToARoutesTarget",
            "sqs:https://sqs.eu-central-1.amazonaws.com/1/dead",
            noUrl));
  }
}
