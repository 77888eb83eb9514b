package dev.sluice.relay.spi;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event as it leaves the outbox.
 *
 * @param payload the JSON text in UTF-8, or the caller's own bytes when {@code binary}
 * @param attempt 1 for the first try
 */
public record OutboxMessage(
    long seq,
    UUID id,
    String stream,
    String eventType,
    @Nullable String aggregateType,
    @Nullable String aggregateId,
    String key,
    byte[] payload,
    boolean binary,
    String contentType,
    Map<String, String> headers,
    Instant createdAt,
    int attempt) {

  public static final String TRACEPARENT = "traceparent";

  public @Nullable String traceparent() {
    return headers.get(TRACEPARENT);
  }

  /**
   * What every destination carries beside the payload; Sluice's own names win over the caller's.
   */
  public Map<String, String> attributes() {
    Map<String, String> attributes = LinkedHashMap.newLinkedHashMap(headers.size() + 8);
    attributes.putAll(headers);
    attributes.put("sluice-id", id.toString());
    attributes.put("sluice-type", eventType);
    attributes.put("sluice-stream", stream);
    attributes.put("sluice-key", key);
    attributes.put("sluice-created-at", createdAt.toString());
    if (aggregateType != null) {
      attributes.put("sluice-aggregate-type", aggregateType);
    }
    if (aggregateId != null) {
      attributes.put("sluice-aggregate-id", aggregateId);
    }
    return attributes;
  }

  /** Names the event, never its payload: this goes into logs. */
  @Override
  public String toString() {
    return "event " + id + " (" + stream + "/" + eventType + ", seq " + seq + ")";
  }
}
