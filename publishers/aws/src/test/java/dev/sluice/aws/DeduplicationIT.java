package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.contract.Received;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** FIFO queues and topics drop what they were sent before, by its deduplication id. */
final class DeduplicationIT {

  static Stream<AwsTarget> fifo() {
    return Stream.of(new QueueTarget(true), new TopicTarget(true));
  }

  /** The second attempt is the control: it is dropped. */
  @ParameterizedTest
  @MethodSource("fifo")
  void redrivenEventArrivesAgainAndItsSecondAttemptDoesNot(AwsTarget target) {
    OutboxMessage message = Batches.message(1, "key", 10);
    try (LocalStackBroker broker = new LocalStackBroker(target)) {
      Destination destination = broker.destination(Format.RAW);
      PublisherContext context = new PublisherContext(broker.environment(), broker.timeLimit());
      try (Publisher publisher = broker.provider().open(context)) {
        for (OutboxMessage each :
            List.of(message, message, message.redriven(Instant.parse("2026-11-18T10:15:30Z")))) {
          assertThat(publisher.publish(destination, List.of(each)))
              .hasOnlyElementsOfType(Delivered.class);
        }
      }
      assertThat(broker.received(destination, 2))
          .extracting(Received::id)
          .containsExactly(message.id(), message.id());
    }
  }
}
