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
    long seq, long transaction, long insertedAt, EventKey key, List<Long> before) {

  int shard() {
    return Math.floorMod(key.hashCode() * 31, ShardSet.COUNT);
  }

  LogEvent read(int attempt, boolean held) {
    OutboxMessage message =
        new OutboxMessage(
            seq,
            new UUID(0, seq),
            key.stream(),
            "T",
            null,
            null,
            key.key(),
            new byte[1],
            true,
            "application/octet-stream",
            Map.of(),
            Instant.EPOCH,
            attempt);
    return new LogEvent(message, 0, shard(), 0, held, null);
  }
}
