package dev.sluice.relay.wire;

import dev.sluice.relay.spi.OutboxMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the dead-letter queue is told of an event: everything, and why it is dead.
 *
 * @param subscription under which
 * @param destination where it could not be delivered
 * @param attempts how often that was tried
 */
public record DeadLetter(
    String subscription,
    OutboxMessage event,
    String destination,
    int attempts,
    String code,
    String reason) {

  private static final String CODE = "dead-letter-code";
  private static final String JSON = "application/json";

  /** Any queue takes a letter whose texts are no longer. */
  private static final int TEXT = 1_000;

  private static final int HEADERS = 20_000;

  /** Its body is a JSON object with the event in it. */
  public OutboxMessage message() {
    JsonBytes json = metadata(512 + event.payload().length * (event.binary() ? 2 : 1));
    json.field("contentType", event.contentType());
    return message(
        event.binary()
            ? json.field("payloadEncoding", "base64").base64("payload", event.payload())
            : json.json("payload", event.payload()));
  }

  /**
   * For a queue that cannot hold it, or for a payload that was not loaded: the outbox has it. Long
   * texts are cut, and headers without room are left out.
   */
  public OutboxMessage withoutPayload() {
    String omitted =
        event.payload().length == 0
            ? "it was not loaded; see the reason, and the outbox"
            : "%d bytes, which this queue does not take; see the outbox"
                .formatted(event.payload().length);
    DeadLetter brief =
        new DeadLetter(
            subscription, brief(event), destination, attempts, code, brief(reason, 4 * TEXT));
    return brief.message(brief.metadata(512).field("payloadOmitted", omitted));
  }

  private static OutboxMessage brief(OutboxMessage event) {
    return new OutboxMessage(
        event.seq(),
        event.id(),
        event.stream(),
        brief(event.eventType(), TEXT),
        event.aggregateType() == null ? null : brief(event.aggregateType(), TEXT),
        event.aggregateId() == null ? null : brief(event.aggregateId(), TEXT),
        event.key(),
        new byte[0],
        event.binary(),
        brief(event.contentType(), TEXT),
        brief(event.headers()),
        event.createdAt(),
        event.attempt());
  }

  private static String brief(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "...";
  }

  /** Those that have room. */
  private static Map<String, String> brief(Map<String, String> headers) {
    Map<String, String> kept = new LinkedHashMap<>();
    int left = HEADERS;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      int size = header.getKey().length() + header.getValue().length();
      if (size <= left) {
        kept.put(header.getKey(), header.getValue());
        left -= size;
      }
    }
    return kept;
  }

  private JsonBytes metadata(int expected) {
    JsonBytes json =
        new JsonBytes(expected)
            .field("id", event.id().toString())
            .field("seq", Long.toString(event.seq()))
            .field("subscription", subscription)
            .field("stream", event.stream())
            .field("type", event.eventType())
            .field("key", event.key());
    fieldIfPresent(json, "aggregateType", event.aggregateType());
    fieldIfPresent(json, "aggregateId", event.aggregateId());
    json.field("createdAt", event.createdAt().toString())
        .field("traceId", TraceId.of(event.traceparent()))
        .field("destination", destination)
        .field("attempts", Integer.toString(attempts))
        .field("code", code)
        .field("reason", reason);
    JsonBytes headers = new JsonBytes(64 * event.headers().size());
    event.headers().forEach(headers::field);
    return json.json("headers", headers.finish());
  }

  private static void fieldIfPresent(JsonBytes json, String name, @Nullable String value) {
    if (value != null) {
      json.field(name, value);
    }
  }

  private OutboxMessage message(JsonBytes body) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(CODE, code);
    if (event.traceparent() != null) {
      headers.put(OutboxMessage.TRACEPARENT, event.traceparent());
    }
    return new OutboxMessage(
        event.seq(),
        event.id(),
        event.stream(),
        event.eventType(),
        event.aggregateType(),
        event.aggregateId(),
        event.key(),
        body.finish(),
        false,
        JSON,
        headers,
        event.createdAt(),
        event.attempt(),
        event.deduplicationId());
  }
}
