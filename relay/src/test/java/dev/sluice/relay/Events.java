package dev.sluice.relay;

import dev.sluice.relay.config.OnDead;
import dev.sluice.relay.config.RetryPolicy;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Events and routes for tests that need no database. */
final class Events {

  /** One array, since records compare arrays by identity. */
  private static final byte[] PAYLOAD = "{}".getBytes(StandardCharsets.UTF_8);

  private Events() {}

  static OwedEvent owed(long seq, String key) {
    return owed(seq, key, 1, 0);
  }

  static OwedEvent owed(long seq, String key, int attempt, int maxAttempts) {
    OutboxMessage message =
        new OutboxMessage(
            seq,
            new UUID(0, seq),
            "orders",
            "Placed",
            null,
            null,
            key,
            PAYLOAD,
            false,
            "application/json",
            Map.of(),
            Instant.EPOCH,
            attempt);
    return new OwedEvent(message, 7, attempt > 1, maxAttempts, false, false);
  }

  static Route route(String pattern, int maxAttempts) {
    Destination destination = new Destination("fake", "orders", Format.RAW, true);
    RetryPolicy retry =
        new RetryPolicy.Exponential(Duration.ofSeconds(2), Duration.ofMinutes(10), 2, 0.5);
    return new Route(pattern, destination, OnDead.CONTINUE, retry, maxAttempts);
  }
}
