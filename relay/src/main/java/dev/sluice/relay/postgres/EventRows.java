package dev.sluice.relay.postgres;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.OwedEvent;
import dev.sluice.relay.spi.OutboxMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** From a row of outbox.event to the event. */
final class EventRows {

  /* Text is what the driver gets without a named prepared statement; these casts make it cheap to parse. */
  static final String COLUMNS =
      """
      e.seq, e.id, e.shard, e.status = 'FAILED' AS retry, e.retry_count, e.max_attempts, e.stream, e.event_type,
      e.aggregate_type, e.aggregate_id, e.partition_key, e.content_type, e.headers, e.payload, e.payload_binary,
      (date_part('epoch', e.created_at) * 1e6)::bigint AS created_micros,
      (date_part('epoch', e.redriven_at) * 1e6)::bigint AS redriven_micros,
      e.status = 'FAILED' AND e.last_error_code = '%s' AS convicted
      """
          .formatted(OwedEvent.PROCESS_CRASHED);

  private EventRows() {}

  static void addAll(ResultSet rows, List<OwedEvent> events) throws SQLException {
    while (rows.next()) {
      events.add(event(rows));
    }
  }

  private static OwedEvent event(ResultSet row) throws SQLException {
    byte[] text = row.getBytes(14);
    byte[] payload = text == null ? Objects.requireNonNull(row.getBytes(15)) : text;
    int failures = row.getInt(5);
    OutboxMessage message =
        new OutboxMessage(
            row.getLong(1),
            UUID.fromString(string(row, 2)),
            string(row, 7),
            string(row, 8),
            row.getString(9),
            row.getString(10),
            string(row, 11),
            payload,
            text == null,
            string(row, 12),
            headers(row.getString(13)),
            instant(row.getLong(16)),
            failures + 1);
    long redriven = row.getLong(17);
    boolean isRedriven = !row.wasNull();
    return new OwedEvent(
        isRedriven ? message.redriven(instant(redriven)) : message,
        row.getInt(3),
        row.getBoolean(4),
        row.getInt(6),
        isRedriven,
        row.getBoolean(18));
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static String string(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getString(column));
  }

  /** String to string; an application that wrote a number or an object there gets its JSON text. */
  private static Map<String, String> headers(@Nullable String json) {
    if (json == null) {
      return Map.of();
    }
    try {
      Map<String, String> headers = new LinkedHashMap<>();
      for (Map.Entry<String, Object> header : JSON.std.mapFrom(json).entrySet()) {
        Object value = header.getValue();
        if (value != null) {
          headers.put(
              header.getKey(), value instanceof String text ? text : JSON.std.asString(value));
        }
      }
      return headers;
    } catch (IOException e) {
      throw new UncheckedIOException("headers that PostgreSQL took for JSON", e);
    }
  }
}
