package dev.sluice.writer;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One event, complete and deliverable: what cannot be delivered cannot be built. */
public final class OutboxEvent {

  private final EventLabel label;
  private final @Nullable String aggregateType;
  private final @Nullable String aggregateId;
  private final @Nullable String key;
  private final Payload payload;
  private final Map<String, String> headers;
  private final @Nullable String headersJson;
  private final @Nullable Integer maxAttempts;

  private OutboxEvent(Builder builder, EventLabel label, Payload payload) {
    this.label = label;
    this.payload = payload;
    aggregateType = builder.aggregateType;
    aggregateId = builder.aggregateId;
    key = builder.key;
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(builder.headers));
    headersJson = headers.isEmpty() ? null : JsonWriter.object(headers);
    maxAttempts = builder.maxAttempts;
  }

  /** Starts an event of a stream, the logical topic that is routed to a destination. */
  public static Builder of(String stream, String eventType) {
    return new Builder(stream, eventType);
  }

  public UUID id() {
    return label.id();
  }

  public String stream() {
    return label.stream();
  }

  public String eventType() {
    return label.eventType();
  }

  public @Nullable String aggregateType() {
    return aggregateType;
  }

  public @Nullable String aggregateId() {
    return aggregateId;
  }

  /** The ordering key: the caller's, else the aggregate's id, else the event's own. */
  public String key() {
    if (key != null) {
      return key;
    }
    return aggregateId != null ? aggregateId : label.id().toString();
  }

  public String contentType() {
    return payload.contentType();
  }

  public Map<String, String> headers() {
    return headers;
  }

  public @Nullable Integer maxAttempts() {
    return maxAttempts;
  }

  EventLabel label() {
    return label;
  }

  Payload payload() {
    return payload;
  }

  @Nullable String headersJson() {
    return headersJson;
  }

  /** What the event weighs on its way to the database, roughly. */
  long size() {
    return 256L + payload.size() + (headersJson == null ? 0 : headersJson.length());
  }

  /** Names the event, never its payload: this may go into logs. */
  @Override
  public String toString() {
    return label.toString();
  }

  /** Collects an event's parts; {@link #build()} refuses what could not be delivered. */
  public static final class Builder {

    private static final String TRACEPARENT = "traceparent";

    private final String stream;
    private final String eventType;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private @Nullable UUID id;
    private @Nullable String aggregateType;
    private @Nullable String aggregateId;
    private @Nullable String key;
    private @Nullable Payload payload;
    private @Nullable Integer maxAttempts;

    private Builder(String stream, String eventType) {
      this.stream = requireNonNull(stream, "stream");
      this.eventType = requireNonNull(eventType, "eventType");
    }

    /** What the event is about; its id is the ordering key unless {@link #key} says otherwise. */
    public Builder aggregate(String type, String id) {
      aggregateType = requireNonNull(type, "aggregate type");
      aggregateId = requireNonNull(id, "aggregate id");
      return this;
    }

    /** Events of one stream and key are delivered in order; null keeps the default. */
    public Builder key(@Nullable String key) {
      this.key = key;
      return this;
    }

    /** A JSON document, stored and delivered verbatim. */
    public Builder json(String text) {
      return json(text, "application/json");
    }

    /** A JSON document of a more particular type, such as application/cloudevents+json. */
    public Builder json(String text, String contentType) {
      payload = new Payload.Json(text, contentType);
      return this;
    }

    /** Anything else, such as Avro or Protobuf; the bytes are copied. */
    public Builder bytes(byte[] bytes, String contentType) {
      payload = new Payload.Bytes(bytes.clone(), contentType);
      return this;
    }

    public Builder header(String name, String value) {
      headers.put(requireNonNull(name, "header name"), requireNonNull(value, "header value"));
      return this;
    }

    /** Adds to the headers that are there; the last value of a name wins. */
    public Builder headers(Map<String, String> headers) {
      headers.forEach(this::header);
      return this;
    }

    /** The W3C trace context, as a header; null, as when nothing is being traced, adds none. */
    public Builder traceparent(@Nullable String traceparent) {
      return traceparent == null ? this : header(TRACEPARENT, traceparent);
    }

    /** The event's identity; a new UUIDv7 by default. The same id twice is one event. */
    public Builder id(UUID id) {
      this.id = requireNonNull(id, "id");
      return this;
    }

    /** How often delivery is tried, instead of what the stream's route says. */
    public Builder maxAttempts(int attempts) {
      maxAttempts = attempts;
      return this;
    }

    /** Refuses with an {@link UndeliverableEventException} what could never be delivered. */
    public OutboxEvent build() {
      EventLabel label = new EventLabel(id == null ? UuidV7.next() : id, stream, eventType);
      if (payload == null) {
        throw label.refuse("payload", "is missing", "call json(..) or bytes(..)");
      }
      OutboxEvent event = new OutboxEvent(this, label, payload);
      EventRules.check(event);
      return event;
    }
  }
}
