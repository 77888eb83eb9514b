package dev.sluice.relay.kafka;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One producer for every topic, built when it is first needed and again after a failure closed it.
 */
final class KafkaPublisher implements Publisher {

  private final Map<String, Object> settings;
  private final Duration timeLimit;
  private final TimeLimits limits;
  private final TopicProbe probe;
  private final Set<String> unknownTopics = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ProducerSession session;

  KafkaPublisher(Map<String, Object> settings, Duration timeLimit) {
    this.settings = settings;
    this.timeLimit = timeLimit;
    this.limits = TimeLimits.within(timeLimit);
    this.probe = new TopicProbe(settings, limits.maxBlock());
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    if (messages.isEmpty()) {
      return List.of();
    }
    String topic = destination.target();
    PublishCall call = new PublishCall(destination, messages, limits);
    Unavailable stillUnknown = unknownTopics.contains(topic) ? probe(topic) : null;
    if (stillUnknown != null) {
      call.makeUnavailable(stillUnknown);
      return call.outcomes();
    }
    List<PublishOutcome> outcomes = call.publish(this::session);
    Unavailable reason = call.unavailable();
    if (reason != null && reason.code().equals(Failures.UNKNOWN_TOPIC)) {
      unknownTopics.add(topic);
    }
    return outcomes;
  }

  @Override
  public Finding look(Destination destination) {
    return new TopicProbe(settings, timeLimit).look(destination.target());
  }

  /**
   * A producer would wait max.block.ms for a missing topic every time; asking takes one round trip.
   */
  private @Nullable Unavailable probe(String topic) {
    Unavailable reason = probe.ask(topic);
    if (reason == null) {
      unknownTopics.remove(topic);
    }
    return reason;
  }

  private ProducerSession session() {
    lock.lock();
    try {
      ProducerSession current = session;
      if (current == null || !current.isOpen()) {
        current = new ProducerSession(settings);
        session = current;
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (session != null) {
        session.abort();
        session = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
