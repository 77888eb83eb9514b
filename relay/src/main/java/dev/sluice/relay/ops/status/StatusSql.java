package dev.sluice.relay.ops.status;

import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.status.Gauges.DestinationGauge;
import dev.sluice.relay.ops.status.Gauges.Flow;
import dev.sluice.relay.ops.status.Gauges.LeaseGauge;
import dev.sluice.relay.ops.status.Gauges.StreamGauge;
import dev.sluice.relay.ops.status.Gauges.Tally;
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

/** Reads the state of the log. No statement walks what is done. */
public final class StatusSql {

  /* How it counts is said at the view. */
  private static final String STREAMS =
      """
      SELECT subscription, stream, pending, failed, held_is_at_least, dead, dead_is_at_least, behind_failed, behind_dead,
        oldest_pending_seconds, next_retry_at, paused, paused_by, pause_reason
      FROM outbox.status ORDER BY stream, subscription
      """;

  /*
   * The newest 2,000 rows of the ledger stand for the last five minutes. Under load they are fewer
   * minutes, and the window says how long. Its first event shows how late a row's events were.
   */
  private static final String FLOWS =
      """
      WITH lately AS MATERIALIZED (
        SELECT d.subscription, d.slot, d.stream, d.at, d.seqs[1] AS first, cardinality(d.seqs) AS events
        FROM outbox.delivery d
        WHERE d.at >= now() - interval '5 min' AND d.destination <> 'discarded'
        ORDER BY d.at DESC LIMIT 2000
      )
      SELECT l.subscription, l.stream, sum(l.events), round(greatest(avg(extract(epoch FROM l.at - e.created_at)), 0), 3),
        (SELECT CASE WHEN count(*) = 2000 THEN extract(epoch FROM now() - min(at)) ELSE 300 END FROM lately)
      FROM lately l
      LEFT JOIN LATERAL (
        SELECT e.created_at FROM outbox.event e WHERE e.slot = l.slot AND e.stream = l.stream AND e.seq = l.first
      ) e ON true
      GROUP BY l.subscription, l.stream ORDER BY l.stream, l.subscription
      """;

  private static final String LEASES =
      """
      SELECT subscription, owner, count(*), extract(epoch FROM min(leased_until) - now())::bigint, sum(crashes),
        coalesce(sum(cardinality(suspects)), 0)
      FROM outbox.shard WHERE subscription IN (SELECT name FROM outbox.subscription)
      GROUP BY subscription, owner ORDER BY subscription, owner NULLS LAST
      """;

  /*
   * A released shard keeps the moment of its release, one that is leased or was left behind the end
   * of its lease. So a relay that dies is seen for as long as its lease was; and right after the
   * schema was made it looks as if a relay had been there.
   */
  private static final String SINCE_LEASED =
      "SELECT (extract(epoch FROM now() - max(leased_until)) * 1000)::bigint FROM outbox.shard";

  private static final String DESTINATIONS =
      """
      SELECT subscription, name, breaker_open_until IS NOT NULL,
        coalesce(greatest(extract(epoch FROM breaker_open_until - now()), 0), 0)::bigint, breaker_reason,
        paused_at IS NOT NULL, paused_by, pause_reason
      FROM outbox.state
      WHERE kind = 'destination' AND (paused_at IS NOT NULL OR breaker_open_until IS NOT NULL)
      ORDER BY name, subscription
      """;

  private final Session session;

  public StatusSql(Session session) {
    this.session = session;
  }

  public Gauges read() {
    return new Gauges(streams(), flows(), leases(), destinations(), sinceLeased());
  }

  @FunctionalInterface
  private interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private <T> List<T> list(String sql, Row<T> row) {
    return session.perform(connection -> list(connection, sql, row));
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

  private List<StreamGauge> streams() {
    return list(STREAMS, StatusSql::stream);
  }

  private static StreamGauge stream(ResultSet row) throws SQLException {
    boolean heldAtLeast = row.getBoolean(5);
    return new StreamGauge(
        Objects.requireNonNull(row.getString(1)),
        Objects.requireNonNull(row.getString(2)),
        new Tally(row.getLong(3), heldAtLeast),
        new Tally(row.getLong(4), heldAtLeast),
        new Tally(row.getLong(6), row.getBoolean(7)),
        new Tally(row.getLong(8), heldAtLeast),
        new Tally(row.getLong(9), heldAtLeast),
        row.getLong(10),
        instant(row.getObject(11, OffsetDateTime.class)),
        row.getBoolean(12),
        row.getString(13),
        row.getString(14));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  private List<Flow> flows() {
    return list(
        FLOWS,
        row ->
            new Flow(
                Objects.requireNonNull(row.getString(1)),
                Objects.requireNonNull(row.getString(2)),
                row.getLong(3),
                row.getDouble(4),
                row.getDouble(5)));
  }

  private List<LeaseGauge> leases() {
    return list(
        LEASES,
        row ->
            new LeaseGauge(
                Objects.requireNonNull(row.getString(1)),
                row.getString(2),
                row.getInt(3),
                row.getLong(4),
                row.getInt(5),
                row.getInt(6)));
  }

  private Duration sinceLeased() {
    return list(SINCE_LEASED, row -> Duration.ofMillis(row.getLong(1))).getFirst();
  }

  private List<DestinationGauge> destinations() {
    return list(
        DESTINATIONS,
        row ->
            new DestinationGauge(
                Objects.requireNonNull(row.getString(1)),
                Objects.requireNonNull(row.getString(2)),
                row.getBoolean(3),
                row.getLong(4),
                row.getString(5),
                row.getBoolean(6),
                row.getString(7),
                row.getString(8)));
  }
}
