package dev.sluice.relay;

import dev.sluice.relay.spi.OutboxMessage;

/**
 * An event that was read and is not settled yet.
 *
 * @param retry it had failed before, and its retry is due
 * @param maxAttempts the event's own limit, or 0 for its stream's
 * @param convicted it kills the process that publishes it, and only waits for the dead-letter queue
 */
public record OwedEvent(
    OutboxMessage message, int shard, boolean retry, int maxAttempts, boolean convicted) {

  /** The error code that a conviction leaves. */
  public static final String PROCESS_CRASHED = "PROCESS_CRASHED";

  long seq() {
    return message.seq();
  }

  int bytes() {
    return message.payload().length;
  }

  Key key() {
    return new Key(message.stream(), message.key());
  }

  /** What order is kept within. */
  record Key(String stream, String key) {}
}
