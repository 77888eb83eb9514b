package dev.sluice.relay.wire;

import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The messages that the wire formats are tried on. */
final class Messages {

  static final UUID ID = UUID.fromString("01900000-0000-7000-8000-000000000001");
  static final Instant CREATED_AT = Instant.parse("2026-11-18T10:15:30.123456Z");
  static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private Messages() {}

  static OutboxMessage json(String payload) {
    return message("orders", "key-1", "42", payload.getBytes(StandardCharsets.UTF_8), false);
  }

  static OutboxMessage binary(byte... payload) {
    return message("orders", "key-1", "42", payload, true);
  }

  static OutboxMessage named(String stream, String key, @Nullable String aggregateId) {
    return message(stream, key, aggregateId, new byte[] {'1'}, false);
  }

  static OutboxMessage traced(String traceparent) {
    return new OutboxMessage(
        1,
        ID,
        "orders",
        "OrderPlaced",
        null,
        null,
        "key-1",
        new byte[] {'1'},
        false,
        "application/json",
        Map.of(OutboxMessage.TRACEPARENT, traceparent),
        CREATED_AT,
        1);
  }

  private static OutboxMessage message(
      String stream, String key, @Nullable String aggregateId, byte[] payload, boolean binary) {
    return new OutboxMessage(
        1,
        ID,
        stream,
        "OrderPlaced",
        aggregateId == null ? null : "Order",
        aggregateId,
        key,
        payload,
        binary,
        binary ? "application/avro" : "application/json",
        Map.of(OutboxMessage.TRACEPARENT, TRACEPARENT, "tenant", "blue", "ce_id", "theirs"),
        CREATED_AT,
        1);
  }
}
