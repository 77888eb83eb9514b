package dev.sluice.relay.postgres;

import dev.sluice.relay.ops.Gauges.DestinationGauge;
import dev.sluice.relay.ops.Gauges.Flow;
import dev.sluice.relay.ops.Gauges.LeaseGauge;
import dev.sluice.relay.ops.Gauges.StreamGauge;
import dev.sluice.relay.ops.Gauges.Tally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How are we doing, in four SELECTs whose cost does not grow with the backlog. */
final class Statuses {

  private static final String STREAMS =
      """
      SELECT stream, pending, pending_is_at_least, failed, failed_is_at_least, dead, dead_is_at_least,
        behind_failed, behind_dead, behind_is_at_least, oldest_pending_seconds, next_retry_at,
        paused, paused_by, pause_reason
      FROM outbox.status ORDER BY stream
      """;

  /*
   * The archive grows at its end, so the last pages of today's partition hold what was delivered lately:
   * no index is needed for it, and reading 16 MB takes milliseconds. If more than that was written within
   * five minutes, the window is as long as what was read reaches back; shortly after midnight, as long
   * as the day is old.
   */
  private static final String FLOWS =
      """
      WITH day AS MATERIALIZED (
        SELECT oid, greatest(pg_relation_size(oid) / current_setting('block_size')::int - 2000, 0) AS page
        FROM (SELECT to_regclass('outbox.published_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD'))::oid AS oid) d
      ), lately AS MATERIALIZED (
        SELECT p.stream, p.created_at, p.published_at FROM outbox.published p
        WHERE p.published_at >= now() - interval '5 min' AND p.tableoid = (SELECT oid FROM day)
          AND p.ctid >= (SELECT ('(' || page || ',0)')::tid FROM day) AND p.status = 'PUBLISHED'
      )
      SELECT stream, count(*), round(greatest(avg(extract(epoch FROM published_at - created_at)), 0)::numeric, 3),
        (SELECT CASE WHEN page > 0 THEN extract(epoch FROM now() - (SELECT min(published_at) FROM lately))
           ELSE least(300, extract(epoch FROM (now() AT TIME ZONE 'UTC')::time)) END FROM day)
      FROM lately GROUP BY stream ORDER BY stream
      """;

  private static final String LEASES =
      """
      SELECT owner, count(*), extract(epoch FROM min(leased_until) - now())::bigint, sum(crashes), count(suspect)
      FROM (SELECT CASE WHEN token IS NOT NULL THEN owner END AS owner, leased_until, crashes, suspect FROM outbox.shard) s
      GROUP BY owner ORDER BY owner NULLS LAST
      """;

  /*
   * A released shard keeps the moment of its release, one that is held or was left behind the end of its lease. So a relay
   * that dies is seen for as long as its lease was; and right after the schema was made it looks as if one had been there.
   */
  private static final String SINCE_LEASED =
      "SELECT (extract(epoch FROM now() - max(leased_until)) * 1000)::bigint FROM outbox.shard";

  private static final String DESTINATIONS =
      """
      SELECT name, breaker_open_until IS NOT NULL,
        coalesce(greatest(extract(epoch FROM breaker_open_until - now()), 0), 0)::bigint, breaker_reason,
        paused_at IS NOT NULL, paused_by, pause_reason
      FROM outbox.stream_state
      WHERE kind = 'destination' AND (paused_at IS NOT NULL OR breaker_open_until IS NOT NULL)
      ORDER BY name
      """;

  private Statuses() {}

  @FunctionalInterface
  private interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> List<T> list(Connection connection, String sql, Row<T> row)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql);
        ResultSet rows = select.executeQuery()) {
      List<T> list = new ArrayList<>();
      while (rows.next()) {
        list.add(row.of(rows));
      }
      return list;
    }
  }

  static List<StreamGauge> streams(Connection connection) throws SQLException {
    return list(connection, STREAMS, Statuses::stream);
  }

  private static StreamGauge stream(ResultSet row) throws SQLException {
    boolean behindAtLeast = row.getBoolean(10);
    return new StreamGauge(
        Objects.requireNonNull(row.getString(1)),
        new Tally(row.getLong(2), row.getBoolean(3)),
        new Tally(row.getLong(4), row.getBoolean(5)),
        new Tally(row.getLong(6), row.getBoolean(7)),
        new Tally(row.getLong(8), behindAtLeast),
        new Tally(row.getLong(9), behindAtLeast),
        row.getLong(11),
        instant(row.getObject(12, OffsetDateTime.class)),
        row.getBoolean(13),
        row.getString(14),
        row.getString(15));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  static List<Flow> flows(Connection connection) throws SQLException {
    return list(
        connection,
        FLOWS,
        row ->
            new Flow(
                Objects.requireNonNull(row.getString(1)),
                row.getLong(2),
                row.getDouble(3),
                row.getDouble(4)));
  }

  static List<LeaseGauge> leases(Connection connection) throws SQLException {
    return list(
        connection,
        LEASES,
        row ->
            new LeaseGauge(
                row.getString(1), row.getInt(2), row.getLong(3), row.getInt(4), row.getInt(5)));
  }

  static Duration sinceLeased(Connection connection) throws SQLException {
    return list(connection, SINCE_LEASED, row -> Duration.ofMillis(row.getLong(1))).getFirst();
  }

  static List<DestinationGauge> destinations(Connection connection) throws SQLException {
    return list(
        connection,
        DESTINATIONS,
        row ->
            new DestinationGauge(
                Objects.requireNonNull(row.getString(1)),
                row.getBoolean(2),
                row.getLong(3),
                row.getString(4),
                row.getBoolean(5),
                row.getString(6),
                row.getString(7)));
  }
}
