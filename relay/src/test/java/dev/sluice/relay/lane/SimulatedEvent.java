package dev.sluice.relay.lane;

import dev.sluice.relay.spi.OutboxMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A row of the simulated log.
 *
 * @param before the events of its key that had been committed when its number was drawn
 */
record SimulatedEvent(
    long seq, long transaction, long insertedAt, EventKey key, List<Long> before, byte[] payload) {

  int shard() {
    return shard(key);
  }

  static int shard(EventKey key) {
    return Math.floorMod(key.hashCode() * 31, ShardSet.COUNT);
  }

  LogEvent read() {
    OutboxMessage message =
        new OutboxMessage(
            seq,
            new UUID(0, seq),
            key.stream(),
            "T",
            null,
            null,
            key.key(),
            payload,
            true,
            "application/octet-stream",
            Map.of(),
            Instant.EPOCH,
            1);
    return new LogEvent(message, 0, shard(), 0, false, null);
  }

  /** The same as it is read from outbox.held after so many failures. */
  static LogEvent held(LogEvent event, int failures) {
    OutboxMessage message = event.message();
    OutboxMessage again =
        new OutboxMessage(
            message.seq(),
            message.id(),
            message.stream(),
            message.eventType(),
            null,
            null,
            message.key(),
            message.payload(),
            true,
            message.contentType(),
            Map.of(),
            Instant.EPOCH,
            failures + 1);
    return new LogEvent(again, 0, event.shard(), 0, true, null);
  }
}
