package dev.sluice.kafka;

import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The topics that the brokers did not know. A producer would wait max.block.ms for one every time;
 * asking takes one round trip.
 */
final class UnknownTopics {

  private final TopicProbe probe;
  private final Set<String> topics = ConcurrentHashMap.newKeySet();

  UnknownTopics(TopicProbe probe) {
    this.probe = probe;
  }

  /** Why a topic that was unknown cannot be published to yet; null for every other topic. */
  @Nullable Unavailable obstacle(String topic) {
    if (!topics.contains(topic)) {
      return null;
    }
    Unavailable reason = probe.ask(topic);
    if (reason == null) {
      topics.remove(topic);
    }
    return reason;
  }

  void learn(String topic, @Nullable PublishOutcome outcome) {
    if (outcome instanceof Unavailable reason && reason.code().equals(KafkaErrors.UNKNOWN_TOPIC)) {
      topics.add(topic);
    }
  }
}
