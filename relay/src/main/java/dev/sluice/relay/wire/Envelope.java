package dev.sluice.relay.wire;

import dev.sluice.relay.spi.OutboxMessage;

/** The message as one JSON object that carries its metadata with it. */
final class Envelope {

  private Envelope() {}

  static byte[] render(OutboxMessage message) {
    JsonBytes json =
        new JsonBytes(320 + message.payload().length * (message.binary() ? 2 : 1))
            .field("id", message.id().toString())
            .field("type", message.eventType())
            .field("source", message.stream())
            .field("key", message.key());
    if (message.aggregateType() != null) {
      json.field("aggregateType", message.aggregateType());
    }
    if (message.aggregateId() != null) {
      json.field("aggregateId", message.aggregateId());
    }
    json.field("occurredAt", message.createdAt().toString())
        .field("traceId", TraceId.of(message.traceparent()));
    return payload(json, message).finish();
  }

  private static JsonBytes payload(JsonBytes json, OutboxMessage message) {
    return message.binary()
        ? json.field("payloadContentType", message.contentType())
            .field("payloadEncoding", "base64")
            .base64("payload", message.payload())
        : json.json("payload", message.payload());
  }
}
