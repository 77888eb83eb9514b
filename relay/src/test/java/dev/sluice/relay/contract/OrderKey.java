package dev.sluice.relay.contract;

import dev.sluice.relay.spi.OutboxMessage;

/** What order is kept within. */
record OrderKey(String stream, String key) {

  static OrderKey of(OutboxMessage message) {
    return new OrderKey(message.stream(), message.key());
  }
}
