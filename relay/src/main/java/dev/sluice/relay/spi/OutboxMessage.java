package dev.sluice.relay.spi;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One event as it leaves the outbox.
 *
 * @param payload the JSON text in UTF-8, or the caller's own bytes when {@code binary}
 * @param attempt 1 for the first try
 * @param deduplicationId by which a FIFO destination knows an event that it has already: the same
 *     for each attempt, a new one after a redrive or a replay; up to 128 letters, digits and dashes
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
    int attempt,
    String deduplicationId) {

  public static final String TRACEPARENT = "traceparent";

  private static final String RESERVED = "sluice-";

  /** An event that was never redriven or replayed: its id is its deduplication id. */
  public OutboxMessage(
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
    this(
        seq,
        id,
        stream,
        eventType,
        aggregateType,
        aggregateId,
        key,
        payload,
        binary,
        contentType,
        headers,
        createdAt,
        attempt,
        id.toString());
  }

  /** The same event after a redrive or a replay: no destination takes it for a duplicate. */
  public OutboxMessage redriven(Instant at) {
    return new OutboxMessage(
        seq,
        id,
        stream,
        eventType,
        aggregateType,
        aggregateId,
        key,
        payload,
        binary,
        contentType,
        headers,
        createdAt,
        attempt,
        id + "-" + at.getEpochSecond() + "-" + at.getNano());
  }

  public @Nullable String traceparent() {
    return headers.get(TRACEPARENT);
  }

  /** What every destination carries beside the payload: the caller's headers, then Sluice's own. */
  public Map<String, String> attributes() {
    Map<String, String> attributes = LinkedHashMap.newLinkedHashMap(headers.size() + 8);
    forEachAttribute(attributes::put);
    return attributes;
  }

  /** The same without a map in between. A caller's header with our prefix would be a lie. */
  public void forEachAttribute(BiConsumer<String, String> action) {
    headers.forEach(
        (name, value) -> {
          if (!name.startsWith(RESERVED)) {
            action.accept(name, value);
          }
        });
    action.accept("sluice-id", id.toString());
    action.accept("sluice-type", eventType);
    action.accept("sluice-stream", stream);
    action.accept("sluice-key", key);
    action.accept("sluice-created-at", createdAt.toString());
    if (aggregateType != null) {
      action.accept("sluice-aggregate-type", aggregateType);
    }
    if (aggregateId != null) {
      action.accept("sluice-aggregate-id", aggregateId);
    }
  }

  /** Names the event, never its payload: this goes into logs. */
  @Override
  public String toString() {
    return "event " + id + " (" + stream + "/" + eventType + ", seq " + seq + ")";
  }
}
