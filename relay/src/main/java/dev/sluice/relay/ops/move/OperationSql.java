package dev.sluice.relay.ops.move;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.ops.move.MoveSql.Moved;
import dev.sluice.relay.ops.move.Moves.Chunk;
import dev.sluice.relay.ops.move.Moves.Operation;
import dev.sluice.relay.ops.move.Moves.Order;
import dev.sluice.relay.ops.move.ReplaySql.Replayed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What was confirmed, and how far it came. */
final class OperationSql {

  private static final String OPERATION =
      "id, action, filter, affected, skipped, finished_at IS NOT NULL, actor, coalesce(per_minute, 0)";

  /* Events that are there now: what is appended later is not meant. */
  private static final String START =
      """
      WITH started AS (
        INSERT INTO outbox.operation (action, actor, reason, filter, per_minute, until_seq)
        SELECT :action, :actor, :reason, :filter::json, nullif(:rate, 0), last_value FROM outbox.event_seq_seq
        RETURNING *
      ), audited AS (
        INSERT INTO outbox.audit (action, actor, filter, affected, reason, operation)
        SELECT action, actor, filter, 0, reason, id FROM started
      )
      SELECT %s FROM started
      """
          .formatted(OPERATION);

  private static final String FIND =
      "SELECT %s FROM outbox.operation WHERE id = :id".formatted(OPERATION);

  /* Operators take turns, chunk by chunk, so that two of them cannot lock the same rows crosswise. */
  private static final String TAKE_TURN =
      "SELECT pg_advisory_xact_lock(hashtextextended('outbox.operation', 0))";

  private static final String LOCK =
      """
      SELECT o.after_stream, o.after_seq, o.until_seq, o.finished_at IS NOT NULL,
        CASE WHEN o.per_minute IS NULL THEN 2147483647
          WHEN o.minute_began <= now() - interval '1 min' THEN o.per_minute
          ELSE o.per_minute - o.minute_count END,
        CASE WHEN o.minute_began > now() - interval '1 min'
          THEN (extract(epoch FROM o.minute_began + interval '1 min' - now()) * 1000)::bigint + 1
          ELSE 0 END
      FROM outbox.operation o WHERE o.id = :id FOR UPDATE
      """;

  private static final String ADVANCE =
      """
      WITH o AS (
        UPDATE outbox.operation SET after_stream = :stream, after_seq = :after, affected = affected + :affected,
          skipped = skipped + :skipped,
          minute_count = CASE WHEN minute_began <= now() - interval '1 min' THEN 0 ELSE minute_count END + :affected,
          minute_began = CASE WHEN minute_began <= now() - interval '1 min' THEN now() ELSE minute_began END,
          updated_at = now(), finished_at = CASE WHEN :done THEN now() END
        WHERE id = :id RETURNING *
      ), audited AS (
        UPDATE outbox.audit a SET affected = o.affected FROM o WHERE a.operation = o.id
      )
      SELECT %s FROM o
      """
          .formatted(OPERATION);

  private OperationSql() {}

  static Operation start(Connection connection, Order order) throws SQLException {
    try (NamedStatement start = new NamedStatement(connection, START)) {
      return start
          .set("action", order.kind().action())
          .set("actor", order.actor())
          .set("reason", order.reason())
          .set("filter", JSON.std.asString(order.filter().toMap()))
          .set("rate", order.perMinute())
          .query(OperationSql::one)
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Optional<Operation> find(Connection connection, UUID operation) throws SQLException {
    try (NamedStatement find = new NamedStatement(connection, FIND)) {
      return find.set("id", operation).query(OperationSql::one);
    }
  }

  private static Optional<Operation> one(ResultSet row) throws SQLException {
    return row.next() ? Optional.of(operation(row)) : Optional.empty();
  }

  private static Operation operation(ResultSet row) throws SQLException {
    try {
      Map<String, Object> filter = JSON.std.mapFrom(row.getString(3));
      return new Operation(
          Objects.requireNonNull(row.getObject(1, UUID.class)),
          MoveKind.valueOf(Objects.requireNonNull(row.getString(2)).toUpperCase(Locale.ROOT)),
          FilterText.stored(filter),
          row.getLong(4),
          row.getLong(5),
          row.getBoolean(6),
          Objects.requireNonNull(row.getString(7)),
          row.getInt(8));
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL took the filter for JSON", e);
    }
  }

  private record Place(
      String stream, long after, long until, boolean finished, int allowed, long waitMillis) {}

  private record Step(Set<UUID> ids, int chosen, String stream, long last, boolean done) {}

  /** In a transaction. */
  static Chunk advance(
      Connection connection, Operation operation, Map<String, String> destinations, int limit)
      throws SQLException {
    Place place = lock(connection, operation.id());
    if (place.finished || place.allowed <= 0) {
      Operation now = find(connection, operation.id()).orElseThrow();
      return new Chunk(now, List.of(), place.finished ? 0 : place.waitMillis);
    }
    int most = Math.min(limit, place.allowed);
    Step step =
        operation.kind() == MoveKind.REPLAY
            ? replay(connection, operation, place, most)
            : move(connection, operation, destinations, place, most);
    return advanced(connection, operation, step);
  }

  private static Place lock(Connection connection, UUID operation) throws SQLException {
    try (NamedStatement turn = new NamedStatement(connection, TAKE_TURN);
        NamedStatement lock = new NamedStatement(connection, LOCK)) {
      turn.query(ResultSet::next);
      return lock.set("id", operation).query(OperationSql::place);
    }
  }

  private static Place place(ResultSet row) throws SQLException {
    row.next();
    return new Place(
        Objects.requireNonNull(row.getString(1)),
        row.getLong(2),
        row.getLong(3),
        row.getBoolean(4),
        row.getInt(5),
        row.getLong(6));
  }

  private static Step move(
      Connection connection,
      Operation operation,
      Map<String, String> destinations,
      Place place,
      int most)
      throws SQLException {
    Moved moved = MoveSql.move(connection, operation, destinations, place.after, place.until, most);
    return new Step(moved.ids(), moved.chosen(), "", moved.last(), moved.chosen() < most);
  }

  private static Step replay(Connection connection, Operation operation, Place place, int most)
      throws SQLException {
    Replayed replayed =
        ReplaySql.replay(connection, operation, place.stream, place.after, place.until, most);
    String stream = replayed.stream();
    return new Step(
        replayed.ids(),
        replayed.chosen(),
        stream == null ? place.stream : stream,
        replayed.after(),
        stream == null);
  }

  private static Chunk advanced(Connection connection, Operation operation, Step step)
      throws SQLException {
    int affected = step.ids.size();
    try (NamedStatement advance = new NamedStatement(connection, ADVANCE)) {
      Operation now =
          advance
              .set("stream", step.stream)
              .set("after", step.last)
              .set("affected", affected)
              .set("skipped", step.chosen - affected)
              .set("done", step.done)
              .set("id", operation.id())
              .query(OperationSql::one)
              .orElseThrow();
      return new Chunk(now, List.copyOf(step.ids), 0);
    }
  }
}
