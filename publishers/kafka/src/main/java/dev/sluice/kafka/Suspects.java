package dev.sluice.kafka;

import dev.sluice.relay.spi.OutboxMessage;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Messages that a broker refused together with others of their batch. Each is sent alone from now
 * on, so that only the one at fault is blamed.
 */
final class Suspects {

  private static final int MOST = 10_000;

  private record Suspect(String topic, UUID id) {}

  private final Set<Suspect> suspects = ConcurrentHashMap.newKeySet();

  boolean any() {
    return !suspects.isEmpty();
  }

  boolean contains(String topic, OutboxMessage message) {
    return suspects.contains(new Suspect(topic, message.id()));
  }

  void add(String topic, OutboxMessage message) {
    if (suspects.size() >= MOST) {
      suspects.clear(); // they are found again
    }
    suspects.add(new Suspect(topic, message.id()));
  }

  void remove(String topic, OutboxMessage message) {
    suspects.remove(new Suspect(topic, message.id()));
  }
}
