package dev.sluice.relay;

import dev.sluice.relay.spi.OutboxMessage;

/**
 * An event that was read and is not settled yet.
 *
 * @param retry it had failed before, and its retry is due
 * @param maxAttempts the event's own limit, or 0 for its stream's
 * @param redriven a person brought it back after it had died or was delivered
 * @param convicted it kills the process that publishes it, and only waits for the dead-letter queue
 */
public record OwedEvent(
    OutboxMessage message,
    int shard,
    boolean retry,
    int maxAttempts,
    boolean redriven,
    boolean convicted) {

  /** The error code that a conviction leaves. */
  public static final String PROCESS_CRASHED = "PROCESS_CRASHED";

  /** The header that tells consumers that an event was delivered before. */
  public static final String REPLAY = "x-sluice-replay";

  public boolean replayed() {
    return redriven && message.headers().containsKey(REPLAY);
  }

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
