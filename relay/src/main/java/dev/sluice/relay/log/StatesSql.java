package dev.sluice.relay.log;

import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.States;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Pauses and breakers, which all lanes share, and what a successor asks this one for. */
final class StatesSql {

  /* greatest ignores NULL: without the CASE every pause would be an open breaker. */
  private static final String READ =
      """
      SELECT s.kind, s.name, s.paused_at IS NOT NULL, s.changes,
        CASE WHEN s.breaker_open_until IS NOT NULL
          THEN (greatest(extract(epoch FROM s.breaker_open_until - now()), 0) * 1000)::bigint END
      FROM outbox.state s
      WHERE s.subscription = {subscription} AND (s.paused_at IS NOT NULL OR s.breaker_open_until IS NOT NULL OR s.kind = 'held')
      UNION ALL
      SELECT 'wanted', s.shard::text, false, 0, NULL FROM outbox.shard s WHERE s.token = ? AND s.wanted_at IS NOT NULL
      """;

  /*
   * From one second, doubling to thirty. A second lane that fails while the breaker is open leaves it
   * alone: it reports the same outage.
   */
  private static final String OPEN =
      """
      INSERT INTO outbox.state AS s
        (subscription, kind, name, breaker_failures, breaker_open_until, breaker_reason)
      VALUES ({subscription}, 'destination', ?, 1, now() + interval '1 s', left(?, 2000))
      ON CONFLICT (subscription, kind, name) DO UPDATE SET
        breaker_failures = CASE WHEN s.breaker_open_until > now()
          THEN s.breaker_failures ELSE s.breaker_failures + 1 END,
        breaker_open_until = CASE WHEN s.breaker_open_until > now()
          THEN s.breaker_open_until
          ELSE now() + least(30, power(2, least(s.breaker_failures, 5))) * interval '1 s' END,
        breaker_reason = excluded.breaker_reason, probe_token = NULL, probe_until = NULL
      RETURNING (extract(epoch FROM breaker_open_until - now()) * 1000)::bigint
      """;

  private static final String PROBE =
      """
      UPDATE outbox.state
      SET probe_token = ?, probe_until = now() + ?::bigint * interval '1 ms'
      WHERE subscription = {subscription} AND kind = 'destination' AND name = ? AND breaker_open_until <= now()
        AND (probe_until IS NULL OR probe_until < now())
      """;

  private static final String CLOSE =
      """
      UPDATE outbox.state
      SET breaker_failures = 0, breaker_open_until = NULL, breaker_reason = NULL,
        probe_token = NULL, probe_until = NULL
      WHERE subscription = {subscription} AND kind = 'destination' AND name = ?
      """;

  private StatesSql() {}

  static States read(Connection connection, String subscription, long token) throws SQLException {
    Set<String> streams = new HashSet<>();
    Set<String> destinations = new HashSet<>();
    Map<String, Duration> breakers = new HashMap<>();
    ShardSet wanted = ShardSet.NONE;
    long changes = 0;
    try (PreparedStatement read =
        connection.prepareStatement(OfSubscription.sql(READ, subscription))) {
      read.setLong(1, token);
      try (ResultSet rows = read.executeQuery()) {
        while (rows.next()) {
          String kind = Objects.requireNonNull(rows.getString(1));
          String name = Objects.requireNonNull(rows.getString(2));
          if (kind.equals("wanted")) {
            wanted = wanted.with(ShardSet.of(Integer.parseInt(name)));
          }
          if (rows.getBoolean(3)) {
            (kind.equals("stream") ? streams : destinations).add(name);
          }
          changes += rows.getLong(4);
          long millis = rows.getLong(5);
          if (!rows.wasNull()) {
            breakers.put(name, Duration.ofMillis(millis));
          }
        }
      }
    }
    return new States(streams, destinations, breakers, changes, wanted);
  }

  static Duration openBreaker(
      Connection connection, String subscription, String destination, String reason)
      throws SQLException {
    try (PreparedStatement open =
        connection.prepareStatement(OfSubscription.sql(OPEN, subscription))) {
      open.setString(1, destination);
      open.setString(2, reason.replace('\0', ' '));
      try (ResultSet row = open.executeQuery()) {
        row.next();
        return Duration.ofMillis(row.getLong(1));
      }
    }
  }

  static boolean takeProbe(
      Connection connection, String subscription, String destination, long token, Duration ttl)
      throws SQLException {
    try (PreparedStatement probe =
        connection.prepareStatement(OfSubscription.sql(PROBE, subscription))) {
      probe.setLong(1, token);
      probe.setLong(2, ttl.toMillis());
      probe.setString(3, destination);
      return probe.executeUpdate() == 1;
    }
  }

  static int closeBreaker(Connection connection, String subscription, String destination)
      throws SQLException {
    try (PreparedStatement close =
        connection.prepareStatement(OfSubscription.sql(CLOSE, subscription))) {
      close.setString(1, destination);
      return close.executeUpdate();
    }
  }
}
