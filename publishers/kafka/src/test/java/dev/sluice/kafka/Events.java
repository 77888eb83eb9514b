package dev.sluice.kafka;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.header.Headers;

/** Messages and destinations as the tests of this package need them. */
final class Events {

  static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  static final Instant CREATED_AT = Instant.parse("2026-11-18T10:15:30.123456Z");

  private Events() {}

  static OutboxMessage event(long seq, String key, String json) {
    return event(seq, key, json.getBytes(StandardCharsets.UTF_8), false, "application/json");
  }

  static OutboxMessage event(
      long seq, String key, byte[] payload, boolean binary, String contentType) {
    return new OutboxMessage(
        seq,
        new UUID(0x0190_0000_0000_7000L, seq),
        "orders",
        "OrderPlaced",
        "Order",
        key,
        key,
        payload,
        binary,
        contentType,
        Map.of(OutboxMessage.TRACEPARENT, TRACEPARENT, "tenant", "blue"),
        CREATED_AT,
        1);
  }

  /** The other way round: which event a record holds. */
  static long seq(Headers headers) {
    byte[] id = headers.lastHeader("sluice-id").value();
    return UUID.fromString(new String(id, StandardCharsets.UTF_8)).getLeastSignificantBits();
  }

  static String padded(int bytes) {
    return "{\"pad\":\"" + "x".repeat(bytes) + "\"}";
  }

  static Destination topic(String name) {
    return topic(name, Format.RAW);
  }

  static Destination topic(String name, Format format) {
    return new Destination("kafka", name, format, true);
  }

  static Publisher publisher(String bootstrapServers, Duration limit, String... settings) {
    Map<String, String> environment = new HashMap<>();
    environment.put("KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
    for (int i = 0; i < settings.length; i += 2) {
      environment.put(settings[i], settings[i + 1]);
    }
    return new KafkaPublisherProvider().open(new PublisherContext(environment, limit));
  }
}
