package dev.sluice.lambda.telemetry;

import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.wire.TraceId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that identify an event. Never its payload, and never its headers. */
final class EventFields {

  /** An aggregate's id may have any length, and a line about an event is to stay readable. */
  private static final int LONGEST = 256;

  private EventFields() {}

  static Map<String, Object> of(LogEvent event, String code, int attempt) {
    Map<String, Object> fields = of(event);
    fields.put("code", code);
    fields.put("attempt", attempt);
    return fields;
  }

  static Map<String, Object> of(LogEvent event) {
    OutboxMessage message = event.message();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("eventId", message.id().toString());
    put(fields, "stream", message.stream());
    put(fields, "eventType", message.eventType());
    put(fields, "aggregateType", message.aggregateType());
    put(fields, "aggregateId", message.aggregateId());
    put(fields, "traceId", TraceId.of(message.traceparent()));
    fields.put("seq", message.seq());
    return fields;
  }

  private static void put(Map<String, Object> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, value.length() > LONGEST ? value.substring(0, LONGEST) + "..." : value);
    }
  }
}
