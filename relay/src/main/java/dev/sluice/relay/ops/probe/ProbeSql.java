package dev.sluice.relay.ops.probe;

import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.log.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The canary in the database: append it, look for it, and find what is in its way. */
final class ProbeSql {

  /* An application's own way in. The function appends nothing but this one event. */
  private static final String APPEND =
      """
      WITH audited AS (
        INSERT INTO outbox.audit (action, actor, filter, affected)
        VALUES ('probe', ?, json_build_object('stream', ?::text), 1)
      )
      SELECT outbox.append_probe(?)
      """;

  private static final String APPENDED =
      "SELECT e.seq, e.slot, e.shard, e.created_at FROM outbox.event e WHERE e.id = ?";

  /*
   * Only settles since the append can have it: with these few rows of the index, a ledger of any
   * length is as quick. Without statistics the planner would rather read all of it. Five seconds, because
   * a standby that took over meanwhile has another clock.
   */
  static final String BY_INDEX = "SET LOCAL enable_seqscan = off";

  static final String DELIVERED =
      """
      SELECT l.destination, l.prefix || split_part(l.receipts, chr(10), array_position(l.seqs, ask.seq)),
        greatest(0, extract(epoch FROM l.at - ask.created_at) * 1000)::bigint
      FROM outbox.delivery l, (SELECT ?::bigint AS seq, ?::timestamptz AS created_at) ask
      WHERE l.slot = ? AND l.at >= ask.created_at - interval '5 s'
        AND l.subscription = {subscription} AND l.stream = ? AND l.seqs @> ARRAY[ask.seq]
      ORDER BY l.number DESC LIMIT 1
      """;

  private static final String OBSTACLES =
      """
      SELECT format('its last attempt failed: %s (%s)', coalesce(h.last_error_code, h.status), coalesce(h.last_error, 'no reason given'))
      FROM outbox.held h WHERE h.subscription = {subscription} AND h.seq = ? AND h.status <> 'WAITING'
      UNION ALL
      SELECT format('the %s %s was paused by %s: %s', s.kind, s.name, s.paused_by, s.pause_reason)
      FROM outbox.state s WHERE s.subscription = {subscription} AND s.paused_at IS NOT NULL AND (s.kind, s.name) IN (('stream', ?), ('destination', ?))
      UNION ALL
      SELECT format('the breaker of %s is open: %s', s.name, s.breaker_reason)
      FROM outbox.state s WHERE s.subscription = {subscription} AND s.breaker_open_until IS NOT NULL AND (s.kind, s.name) = ('destination', ?)
      UNION ALL
      SELECT format('no lane has leased its shard %s since %s: is the schedule of the relay enabled, and does the function start?',
        s.shard, to_char(s.leased_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      FROM outbox.shard s WHERE s.subscription = {subscription} AND s.shard = ? AND (s.owner IS NULL OR s.leased_until < now())
      """;

  private final Session session;

  ProbeSql(Session session) {
    this.session = session;
  }

  /** An event that was appended. */
  record Canary(UUID id, String stream, long seq, int slot, int shard, OffsetDateTime createdAt) {}

  /**
   * @param millis from the append to the settle, by the database's clock
   */
  record Delivery(String destination, String receipt, long millis) {}

  Canary append(String stream, String actor) {
    return session.transact(c -> append(c, stream, actor));
  }

  private static Canary append(Connection connection, String stream, String actor)
      throws SQLException {
    UUID id;
    try (PreparedStatement append = connection.prepareStatement(APPEND)) {
      append.setString(1, actor);
      append.setString(2, stream);
      append.setString(3, stream);
      try (ResultSet row = append.executeQuery()) {
        row.next();
        id = Objects.requireNonNull(row.getObject(1, UUID.class));
      }
    }
    try (PreparedStatement appended = connection.prepareStatement(APPENDED)) {
      appended.setObject(1, id);
      try (ResultSet row = appended.executeQuery()) {
        row.next();
        return new Canary(
            id,
            stream,
            row.getLong(1),
            row.getInt(2),
            row.getInt(3),
            Objects.requireNonNull(row.getObject(4, OffsetDateTime.class)));
      }
    }
  }

  Optional<Delivery> delivery(String subscription, Canary canary) {
    String sql = OfSubscription.sql(DELIVERED, subscription);
    return session.transact(c -> delivery(c, sql, canary));
  }

  private static Optional<Delivery> delivery(Connection connection, String sql, Canary canary)
      throws SQLException {
    try (Statement setting = connection.createStatement();
        PreparedStatement look = connection.prepareStatement(sql)) {
      setting.execute(BY_INDEX);
      look.setLong(1, canary.seq());
      look.setObject(2, canary.createdAt());
      look.setInt(3, canary.slot());
      look.setString(4, canary.stream());
      try (ResultSet row = look.executeQuery()) {
        return row.next()
            ? Optional.of(new Delivery(text(row, 1), text(row, 2), row.getLong(3)))
            : Optional.empty();
      }
    }
  }

  private static String text(ResultSet row, int column) throws SQLException {
    @Nullable String text = row.getString(column);
    return text == null ? "" : text;
  }

  /** The obstacles to its delivery, as far as the database knows them. */
  List<String> obstacles(String subscription, String destination, Canary canary) {
    String sql = OfSubscription.sql(OBSTACLES, subscription);
    return session.perform(c -> obstacles(c, sql, destination, canary));
  }

  private static List<String> obstacles(
      Connection connection, String sql, String destination, Canary canary) throws SQLException {
    List<String> all = new ArrayList<>();
    try (PreparedStatement look = connection.prepareStatement(sql)) {
      look.setLong(1, canary.seq());
      look.setString(2, canary.stream());
      look.setString(3, destination);
      look.setString(4, destination);
      look.setInt(5, canary.shard());
      try (ResultSet rows = look.executeQuery()) {
        while (rows.next()) {
          all.add(text(rows, 1));
        }
      }
    }
    return all;
  }
}
