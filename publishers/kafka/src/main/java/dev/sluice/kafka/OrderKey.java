package dev.sluice.kafka;

import dev.sluice.relay.spi.OutboxMessage;

/** Order is kept within a stream and key. Two streams may share a topic and use the same key. */
record OrderKey(String stream, String key) {

  static OrderKey of(OutboxMessage message) {
    return new OrderKey(message.stream(), message.key());
  }
}
