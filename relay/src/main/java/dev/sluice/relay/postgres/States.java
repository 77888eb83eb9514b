package dev.sluice.relay.postgres;

import dev.sluice.relay.Outbox.State;
import dev.sluice.relay.Outbox.Subject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pauses, and the breakers that all lanes share. */
final class States {

  private static final String READ =
      """
      SELECT kind, name, paused_at IS NOT NULL,
        (greatest(extract(epoch FROM breaker_open_until - now()), 0) * 1000)::bigint, breaker_reason
      FROM outbox.stream_state
      WHERE paused_at IS NOT NULL OR breaker_open_until IS NOT NULL
      """;

  /*
   * From one second, doubling to thirty. A second lane that fails while the breaker is open leaves it
   * alone: it speaks of the same outage.
   */
  private static final String OPEN =
      """
      INSERT INTO outbox.stream_state AS s
        (kind, name, breaker_failures, breaker_open_until, breaker_reason)
      VALUES ('destination', ?, 1, now() + interval '1 s', left(?, 2000))
      ON CONFLICT (kind, name) DO UPDATE SET
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
      UPDATE outbox.stream_state
      SET probe_token = ?, probe_until = now() + ?::bigint * interval '1 ms'
      WHERE kind = 'destination' AND name = ? AND breaker_open_until <= now()
        AND (probe_until IS NULL OR probe_until < now())
      """;

  private static final String CLOSE =
      """
      UPDATE outbox.stream_state
      SET breaker_failures = 0, breaker_open_until = NULL, breaker_reason = NULL,
        probe_token = NULL, probe_until = NULL
      WHERE kind = 'destination' AND name = ?
      """;

  private States() {}

  static Map<Subject, State> read(Connection connection) throws SQLException {
    Map<Subject, State> states = new HashMap<>();
    try (PreparedStatement read = connection.prepareStatement(READ);
        ResultSet rows = read.executeQuery()) {
      while (rows.next()) {
        boolean stream = "stream".equals(rows.getString(1));
        Subject.Kind kind = stream ? Subject.Kind.STREAM : Subject.Kind.DESTINATION;
        State state = new State(rows.getBoolean(3), retryIn(rows), rows.getString(5));
        states.put(new Subject(kind, rows.getString(2)), state);
      }
    }
    return states;
  }

  private static @Nullable Duration retryIn(ResultSet rows) throws SQLException {
    long millis = rows.getLong(4);
    return rows.wasNull() ? null : Duration.ofMillis(millis);
  }

  static Duration openBreaker(Connection connection, String destination, String reason)
      throws SQLException {
    try (PreparedStatement open = connection.prepareStatement(OPEN)) {
      open.setString(1, destination);
      open.setString(2, reason);
      try (ResultSet row = open.executeQuery()) {
        row.next();
        return Duration.ofMillis(row.getLong(1));
      }
    }
  }

  static boolean takeProbe(Connection connection, String destination, long token, Duration ttl)
      throws SQLException {
    try (PreparedStatement probe = connection.prepareStatement(PROBE)) {
      probe.setLong(1, token);
      probe.setLong(2, ttl.toMillis());
      probe.setString(3, destination);
      return probe.executeUpdate() == 1;
    }
  }

  static int closeBreaker(Connection connection, String destination) throws SQLException {
    try (PreparedStatement close = connection.prepareStatement(CLOSE)) {
      close.setString(1, destination);
      return close.executeUpdate();
    }
  }
}
