package dev.sluice.relay.postgres;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.ops.Command.Kind;
import dev.sluice.relay.ops.CommandText;
import dev.sluice.relay.ops.Moves.Chunk;
import dev.sluice.relay.ops.Moves.Operation;
import dev.sluice.relay.ops.Moves.Order;
import dev.sluice.relay.ops.Moves.Selection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What was confirmed, and how far it came. */
final class Operations {

  /* Dead events that are there now; what dies later is not meant, nor what this operation brings back. */
  private static final String START =
      """
      WITH started AS (
        INSERT INTO outbox.operation (action, actor, reason, filter, per_minute, until_seq)
        SELECT ?, ?, ?, ?::json, nullif(?::int, 0), last_value FROM outbox.event_seq_seq
        RETURNING *
      ), audited AS (
        INSERT INTO outbox.audit (action, actor, filter, affected, reason, operation)
        SELECT action, actor, filter, 0, reason, id FROM started
      )
      SELECT id, action, filter, affected, skipped, false, actor, coalesce(per_minute, 0) FROM started
      """;

  private static final String FIND =
      """
      SELECT id, action, filter, affected, skipped, finished_at IS NOT NULL, actor, coalesce(per_minute, 0)
      FROM outbox.operation WHERE id = ?
      """;

  /* Operators take turns, chunk by chunk, so that two of them cannot lock the same rows crosswise. */
  private static final String TAKE_TURN =
      "SELECT pg_advisory_xact_lock(hashtextextended('outbox.operation', 0))";

  private static final String LOCK =
      """
      SELECT o.after_seq, o.until_seq, o.finished_at IS NOT NULL,
        CASE WHEN o.per_minute IS NULL THEN 2147483647
          WHEN o.minute_began <= now() - interval '1 min' THEN o.per_minute
          ELSE o.per_minute - o.minute_count END,
        CASE WHEN o.minute_began > now() - interval '1 min'
          THEN (extract(epoch FROM o.minute_began + interval '1 min' - now()) * 1000)::bigint + 1
          ELSE 0 END
      FROM outbox.operation o WHERE o.id = ? FOR UPDATE
      """;

  private static final String ADVANCE =
      """
      WITH o AS (
        UPDATE outbox.operation SET after_seq = ?, affected = affected + ?, skipped = skipped + ?,
          minute_count = CASE WHEN minute_began <= now() - interval '1 min' THEN 0 ELSE minute_count END + ?,
          minute_began = CASE WHEN minute_began <= now() - interval '1 min' THEN now() ELSE minute_began END,
          updated_at = now(), finished_at = CASE WHEN ? THEN now() END
        WHERE id = ? RETURNING *
      ), audited AS (
        UPDATE outbox.audit a SET affected = o.affected FROM o WHERE a.operation = o.id
      )
      SELECT id, action, filter, affected, skipped, finished_at IS NOT NULL, actor, coalesce(per_minute, 0) FROM o
      """;

  private static final int WINDOW = 20_000;

  /** How many places of the archive the next step of a replay looks through. */
  private long window = WINDOW;

  Operation start(Connection connection, Order order) throws SQLException {
    window = WINDOW;
    try (PreparedStatement start = connection.prepareStatement(START)) {
      Arrays values = new Arrays(start);
      values.add(order.kind().action()).add(order.actor()).add(order.reason());
      values.add(JSON.std.asString(order.filter().toMap())).add(order.perMinute());
      return one(start).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Optional<Operation> find(Connection connection, UUID operation) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setObject(1, operation);
      return one(find);
    }
  }

  private static Optional<Operation> one(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      return row.next() ? Optional.of(operation(row)) : Optional.empty();
    }
  }

  private static Operation operation(ResultSet row) throws SQLException {
    try {
      Map<String, Object> filter = JSON.std.mapFrom(row.getString(3));
      return new Operation(
          Objects.requireNonNull(row.getObject(1, UUID.class)),
          Kind.valueOf(Objects.requireNonNull(row.getString(2)).toUpperCase(Locale.ROOT)),
          CommandText.filter(filter),
          row.getLong(4),
          row.getLong(5),
          row.getBoolean(6),
          Objects.requireNonNull(row.getString(7)),
          row.getInt(8));
    } catch (IOException e) {
      throw new UncheckedIOException("a filter that PostgreSQL took for JSON", e);
    }
  }

  private record Place(long after, long until, boolean finished, int allowed, long waitMillis) {}

  /** In a transaction. */
  Chunk advance(
      Connection connection, Operation operation, Map<String, String> destinations, int limit)
      throws SQLException {
    Place place = lock(connection, operation.id());
    if (place.finished || place.allowed <= 0) {
      Operation now = find(connection, operation.id()).orElseThrow();
      return new Chunk(now, List.of(), place.finished ? 0 : place.waitMillis);
    }
    int most = Math.min(limit, place.allowed);
    return operation.kind() == Kind.REPLAY
        ? replay(connection, operation, place, most)
        : move(connection, operation, destinations, place, most);
  }

  private static Place lock(Connection connection, UUID operation) throws SQLException {
    try (PreparedStatement turn = connection.prepareStatement(TAKE_TURN);
        PreparedStatement lock = connection.prepareStatement(LOCK)) {
      turn.execute();
      lock.setObject(1, operation);
      try (ResultSet row = lock.executeQuery()) {
        row.next();
        return new Place(
            row.getLong(1), row.getLong(2), row.getBoolean(3), row.getInt(4), row.getLong(5));
      }
    }
  }

  private static Chunk move(
      Connection connection,
      Operation operation,
      Map<String, String> destinations,
      Place place,
      int limit)
      throws SQLException {
    boolean discard = operation.kind() == Kind.DISCARD;
    if (discard) {
      Maintenance.makePartitions(connection); // nothing is stuck because of a date
    }
    try (PreparedStatement step =
        connection.prepareStatement(discard ? Steps.DISCARD : Steps.REDRIVE)) {
      Arrays values = new Arrays(step);
      Selection selection = new Selection(operation.kind(), operation.filter(), destinations);
      Selections.bindDead(values, selection, place.after, place.until, limit);
      if (discard) {
        values.add(operation.id().toString());
      }
      Moved moved = moved(step, place.after);
      return advanced(connection, operation, moved, moved.chosen < limit);
    }
  }

  private Chunk replay(Connection connection, Operation operation, Place place, int limit)
      throws SQLException {
    long end = Math.min(place.until, place.after + window);
    try (PreparedStatement step = connection.prepareStatement(Steps.REPLAY)) {
      Arrays values = new Arrays(step);
      Selections.bindPublished(values, operation.filter(), place.after, end);
      values.add(limit).add(operation.id().toString());
      Moved moved = moved(step, place.after);
      boolean full = moved.chosen >= limit;
      window = full ? Math.max(limit, window / 2) : window * 2;
      Moved there = full ? moved : new Moved(moved.ids, moved.chosen, end);
      return advanced(connection, operation, there, there.last >= place.until);
    }
  }

  /**
   * @param chosen how many were meant to be moved
   * @param last the place up to which nothing is left to do
   */
  private record Moved(Set<UUID> ids, int chosen, long last) {}

  private static Moved moved(PreparedStatement step, long after) throws SQLException {
    Set<UUID> ids = new LinkedHashSet<>();
    int chosen = 0;
    long last = after;
    try (ResultSet rows = step.executeQuery()) {
      while (rows.next()) {
        chosen++;
        last = rows.getLong(1);
        UUID id = rows.getObject(2, UUID.class);
        if (id != null) {
          ids.add(id);
        }
      }
    }
    return new Moved(ids, chosen, last);
  }

  private static Chunk advanced(
      Connection connection, Operation operation, Moved moved, boolean done) throws SQLException {
    int affected = moved.ids.size();
    try (PreparedStatement advance = connection.prepareStatement(ADVANCE)) {
      Arrays values = new Arrays(advance).add(moved.last).add(affected);
      values.add(moved.chosen - affected).add(affected).add(done);
      values.add(operation.id().toString());
      return new Chunk(one(advance).orElseThrow(), List.copyOf(moved.ids), 0);
    }
  }
}
