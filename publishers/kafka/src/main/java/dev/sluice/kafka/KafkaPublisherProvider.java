package dev.sluice.kafka;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.ArrayList;
import java.util.List;

/** {@code kafka:<topic>}; the producer is configured by KAFKA_* variables. */
public final class KafkaPublisherProvider implements PublisherProvider {

  @Override
  public String scheme() {
    return "kafka";
  }

  @Override
  public List<String> faults(Destination destination, PublisherContext context) {
    List<String> faults = new ArrayList<>(TopicName.faults(destination.target()));
    faults.addAll(SettingFaults.of(context, destination.ordered()));
    return faults;
  }

  @Override
  public Publisher open(PublisherContext context) {
    return new KafkaPublisher(ProducerSettings.of(context), context.timeLimit());
  }
}
