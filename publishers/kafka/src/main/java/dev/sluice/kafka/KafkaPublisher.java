package dev.sluice.kafka;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Pipeline;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Synchronous calls and pipelines to every topic, all with one producer. Its end is final. */
final class KafkaPublisher implements Publisher {

  private final Map<String, Object> settings;
  private final Duration timeLimit;
  private final TimeLimits limits;
  private final UnknownTopics unknownTopics;
  private final Suspects suspects = new Suspects();
  private final Producers producers;
  private final CallTimer timer;

  KafkaPublisher(Map<String, Object> settings, Duration timeLimit) {
    this.settings = settings;
    this.timeLimit = timeLimit;
    this.limits = TimeLimits.within(timeLimit);
    this.unknownTopics = new UnknownTopics(new TopicProbe(settings, limits.maxBlock()));
    this.producers = new Producers(settings, limits.maxBlock());
    this.timer = new CallTimer(limits);
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    if (messages.isEmpty()) {
      return List.of();
    }
    return new PublishCall(
            messages, destination.ordered(), limits, () -> kafkaPipeline(destination))
        .publish();
  }

  private KafkaPipeline kafkaPipeline(Destination destination) {
    return new KafkaPipeline(destination, producers, unknownTopics, suspects, timer, limits);
  }

  @Override
  public Optional<Pipeline> pipeline(Destination destination) {
    return Optional.of(kafkaPipeline(destination));
  }

  @Override
  public void prepare(Destination destination) {
    producers.open().ifPresent(session -> session.prepare(destination.target()));
  }

  @Override
  public Finding look(Destination destination) {
    return new TopicProbe(settings, timeLimit).look(destination.target());
  }

  @Override
  public void close() {
    timer.close();
    producers.close();
  }
}
