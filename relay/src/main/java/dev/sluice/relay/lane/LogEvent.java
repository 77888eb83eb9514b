package dev.sluice.relay.lane;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import org.jspecify.annotations.Nullable;

/**
 * An event that was read.
 *
 * @param maxAttempts the event's own limit, or 0 for its route's
 * @param held read from outbox.held instead of the log
 * @param undeliverable why it cannot become a message; null if it can
 * @param redriven an operator brought it back after it had died or was delivered
 */
public record LogEvent(
    OutboxMessage message,
    int slot,
    int shard,
    int maxAttempts,
    boolean held,
    @Nullable Rejected undeliverable,
    boolean redriven) {

  /** Why an event that kills the process that sends it is not sent. */
  public static final Rejected CONDEMNED =
      new Rejected(
          "PROCESS_CRASHED",
          "the relay's process died each time this event was published alone; it is left to a"
              + " person");

  public LogEvent(
      OutboxMessage message,
      int slot,
      int shard,
      int maxAttempts,
      boolean held,
      @Nullable Rejected undeliverable) {
    this(message, slot, shard, maxAttempts, held, undeliverable, false);
  }

  public long seq() {
    return message.seq();
  }

  int bytes() {
    return message.payload().length;
  }

  EventKey key() {
    return new EventKey(message.stream(), message.key());
  }
}
