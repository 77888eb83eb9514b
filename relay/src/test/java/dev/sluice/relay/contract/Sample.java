package dev.sluice.relay.contract;

import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** The messages that publishers are tried on. */
public final class Sample {

  static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private static final AtomicLong SEQUENCE = new AtomicLong();
  private static final Instant CREATED_AT = Instant.parse("2026-11-18T10:15:30.123456Z");

  private Sample() {}

  /** Of one key, each later than those before it. */
  static OutboxMessage message(String key) {
    long seq = SEQUENCE.incrementAndGet();
    return new OutboxMessage(
        seq,
        UUID.randomUUID(),
        "orders",
        "OrderPlaced",
        "Order",
        key,
        key,
        ("{\"seq\":" + seq + "}").getBytes(StandardCharsets.UTF_8),
        false,
        "application/json",
        Map.of(OutboxMessage.TRACEPARENT, TRACEPARENT, "tenant", "blue"),
        CREATED_AT,
        1);
  }

  /** The keys take turns. */
  static List<OutboxMessage> messages(int count, int keys) {
    return IntStream.range(0, count).mapToObj(i -> message("key-" + i % keys)).toList();
  }

  /** The same event with a JSON payload of exactly this many bytes. */
  public static OutboxMessage padded(OutboxMessage message, int bytes) {
    byte[] payload = new byte[bytes];
    Arrays.fill(payload, (byte) 'x');
    byte[] start = "{\"pad\":\"".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, payload, 0, start.length);
    payload[bytes - 2] = '"';
    payload[bytes - 1] = '}';
    return with(message, payload, false, message.headers());
  }

  static OutboxMessage json(OutboxMessage message, String payload) {
    return with(message, payload.getBytes(StandardCharsets.UTF_8), false, message.headers());
  }

  static OutboxMessage binary(OutboxMessage message, byte[] payload) {
    return with(message, payload, true, message.headers());
  }

  static OutboxMessage headers(OutboxMessage message, Map<String, String> headers) {
    return with(message, message.payload(), message.binary(), headers);
  }

  static OutboxMessage named(OutboxMessage message, String type, String aggregateId) {
    return new OutboxMessage(
        message.seq(),
        message.id(),
        message.stream(),
        type,
        message.aggregateType(),
        aggregateId,
        message.key(),
        message.payload(),
        message.binary(),
        message.contentType(),
        message.headers(),
        message.createdAt(),
        message.attempt());
  }

  private static OutboxMessage with(
      OutboxMessage message, byte[] payload, boolean binary, Map<String, String> headers) {
    return new OutboxMessage(
        message.seq(),
        message.id(),
        message.stream(),
        message.eventType(),
        message.aggregateType(),
        message.aggregateId(),
        message.key(),
        payload,
        binary,
        binary ? "application/octet-stream" : message.contentType(),
        headers,
        message.createdAt(),
        message.attempt());
  }
}
