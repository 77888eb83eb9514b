package dev.sluice.relay.log;

import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.spi.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What was inserted, to compare with what was read. */
record AppendedRow(
    UUID id,
    String stream,
    String eventType,
    @Nullable String aggregateType,
    @Nullable String aggregateId,
    String key,
    String contentType,
    @Nullable String headers,
    @Nullable String json,
    byte @Nullable [] binary) {

  private static final String INSERT =
      """
      INSERT INTO outbox.event (id, stream, event_type, aggregate_type, aggregate_id, partition_key, content_type,
        headers, payload, payload_binary)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?::json, ?::json, ?)
      """;

  static AppendedRow plain(String stream) {
    return new AppendedRow(
        UUID.randomUUID(), stream, "T", null, null, "k", "application/json", null, "{}", null);
  }

  AppendedRow withHeaders(String json) {
    return new AppendedRow(
        id, stream, eventType, aggregateType, aggregateId, key, contentType, json, this.json, null);
  }

  AppendedRow withPayload(String json) {
    return new AppendedRow(
        id, stream, eventType, aggregateType, aggregateId, key, contentType, headers, json, null);
  }

  AppendedRow withBinary(byte[] binary) {
    return new AppendedRow(
        id, stream, eventType, aggregateType, aggregateId, key, contentType, headers, null, binary);
  }

  /** The same text wherever a text may be. */
  AppendedRow withTexts(String type, String text, String key) {
    return new AppendedRow(id, stream, type, text, text, key, text, headers, json, binary);
  }

  static void insert(Connection connection, List<AppendedRow> rows) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (AppendedRow row : rows) {
        List<@Nullable String> texts =
            Arrays.asList(
                row.stream,
                row.eventType,
                row.aggregateType,
                row.aggregateId,
                row.key,
                row.contentType,
                row.headers,
                row.json);
        insert.setObject(1, row.id);
        for (int i = 0; i < texts.size(); i++) {
          insert.setString(i + 2, texts.get(i));
        }
        insert.setObject(10, row.binary, Types.BINARY);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Of an event: all but the headers, as it was inserted. */
  static AppendedRow of(LogEvent event) {
    OutboxMessage message = event.message();
    return new AppendedRow(
        message.id(),
        message.stream(),
        message.eventType(),
        message.aggregateType(),
        message.aggregateId(),
        message.key(),
        message.contentType(),
        null,
        message.binary() ? null : new String(message.payload(), StandardCharsets.UTF_8),
        message.binary() ? message.payload() : null);
  }
}
