package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A standard queue, also behind a topic, is fair to the groups of its messages. */
final class FairQueuesIT {

  static Stream<AwsTarget> standard() {
    return Stream.of(new QueueTarget(false), new TopicTarget(false));
  }

  @ParameterizedTest
  @MethodSource("standard")
  void messageCarriesItsKeyAsItsGroup(AwsTarget target) {
    try (StandInBroker broker = new StandInBroker(target)) {
      Destination destination = broker.destination(Format.RAW);
      PublisherContext context = new PublisherContext(broker.environment(), broker.timeLimit());
      try (Publisher publisher = broker.provider().open(context)) {
        assertThat(
                publisher.publish(
                    destination,
                    List.of(
                        Batches.message(1, "tenant-1", 10),
                        Batches.message(2, "tenant 2", 10),
                        Batches.message(3, "tenant-1", 10))))
            .hasOnlyElementsOfType(Delivered.class);
      }
      assertThat(broker.groups(destination))
          .containsExactlyInAnyOrder("tenant-1", MessageGroup.of("tenant 2"), "tenant-1");
    }
  }
}
