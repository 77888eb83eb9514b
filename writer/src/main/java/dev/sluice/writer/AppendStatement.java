package dev.sluice.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The one statement that puts events into the outbox. */
final class AppendStatement {

  /*
   * One array a column, so that a batch of any size is the same statement: one round trip, one plan,
   * and nothing for a connection pooler to remember. unnest yields the rows in the arrays' order and
   * nothing between it and the insert reorders them, so seq follows the list; an ORDER BY would only
   * sort the payloads through work_mem.
   *
   * ON CONFLICT has no target and there is no RETURNING: either would need SELECT on the table, and
   * outbox_writer may only insert. partition_key is always given, so the trigger for plain inserts
   * never fires.
   *
   * xact, seq and slot are left to their defaults: nobody chooses a transaction, a number or a slot.
   */
  private static final String APPEND =
      """
      INSERT INTO outbox.event
        (id, stream, event_type, aggregate_type, aggregate_id, partition_key,
         payload, payload_binary, content_type, headers, max_attempts)
      SELECT e.id, e.stream, e.event_type, e.aggregate_type, e.aggregate_id, e.partition_key,
        e.payload::json, e.payload_binary, e.content_type, e.headers::json, e.max_attempts
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
          ?::text[], ?::bytea[], ?::text[], ?::text[], ?::int[])
        AS e(id, stream, event_type, aggregate_type, aggregate_id, partition_key,
          payload, payload_binary, content_type, headers, max_attempts)
      ON CONFLICT DO NOTHING
      """;

  private final Connection connection;
  private final PreparedStatement statement;
  private final List<OutboxEvent> events;
  private int column;

  private AppendStatement(
      Connection connection, PreparedStatement statement, List<OutboxEvent> events) {
    this.connection = connection;
    this.statement = statement;
    this.events = events;
  }

  static void append(Connection connection, List<OutboxEvent> events) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(APPEND)) {
      new AppendStatement(connection, statement, events).bind();
      statement.executeUpdate();
    }
  }

  private void bind() throws SQLException {
    bind("uuid", UUID[]::new, OutboxEvent::id);
    bind("text", String[]::new, OutboxEvent::stream);
    bind("text", String[]::new, OutboxEvent::eventType);
    bind("text", String[]::new, OutboxEvent::aggregateType);
    bind("text", String[]::new, OutboxEvent::aggregateId);
    bind("text", String[]::new, OutboxEvent::key);
    bind("text", String[]::new, event -> event.payload().text());
    bind("bytea", byte[][]::new, event -> event.payload().binary());
    bind("text", String[]::new, OutboxEvent::contentType);
    bind("text", String[]::new, OutboxEvent::headersJson);
    bind("int4", Integer[]::new, OutboxEvent::maxAttempts);
  }

  private <T> void bind(
      String type, IntFunction<@Nullable T[]> array, Function<OutboxEvent, @Nullable T> value)
      throws SQLException {
    column++;
    statement.setArray(
        column, connection.createArrayOf(type, events.stream().map(value).toArray(array)));
  }
}
