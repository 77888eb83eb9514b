package dev.sluice.relay.postgres;

import dev.sluice.relay.Outbox.Subject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A person's word that a stream or a destination waits; each with its line in the audit. */
final class Pauses {

  private static final String PAUSE =
      """
      WITH ask AS MATERIALIZED (SELECT ?::text AS kind, ?::text AS name, ?::text AS actor, ?::text AS reason),
      before AS MATERIALIZED (
        SELECT s.paused_at IS NOT NULL AS paused FROM outbox.stream_state s, ask
        WHERE s.kind = ask.kind AND s.name = ask.name
      ), paused AS (
        INSERT INTO outbox.stream_state AS s (kind, name, paused_at, paused_by, pause_reason)
        SELECT kind, name, now(), actor, reason FROM ask
        ON CONFLICT (kind, name) DO UPDATE SET paused_at = coalesce(s.paused_at, excluded.paused_at),
          paused_by = excluded.paused_by, pause_reason = excluded.pause_reason
      ), audited AS (
        INSERT INTO outbox.audit (action, actor, filter, affected, reason)
        SELECT 'pause', actor, json_build_object(kind, name), 1, reason FROM ask
      )
      SELECT NOT coalesce((SELECT paused FROM before), false)
      """;

  private static final String RESUME =
      """
      WITH ask AS MATERIALIZED (SELECT ?::text AS kind, ?::text AS name, ?::text AS actor, ?::text AS reason),
      resumed AS (
        UPDATE outbox.stream_state s SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
        FROM ask WHERE s.kind = ask.kind AND s.name = ask.name AND s.paused_at IS NOT NULL
        RETURNING 1
      ), audited AS (
        INSERT INTO outbox.audit (action, actor, filter, affected, reason)
        SELECT 'resume', actor, json_build_object(kind, name), (SELECT count(*) FROM resumed), reason FROM ask
      )
      SELECT count(*) > 0 FROM resumed
      """;

  private Pauses() {}

  static boolean pause(Connection connection, Subject subject, String actor, String reason)
      throws SQLException {
    return change(connection, PAUSE, subject, actor, reason);
  }

  static boolean resume(
      Connection connection, Subject subject, String actor, @Nullable String reason)
      throws SQLException {
    return change(connection, RESUME, subject, actor, reason);
  }

  private static boolean change(
      Connection connection, String sql, Subject subject, String actor, @Nullable String reason)
      throws SQLException {
    try (PreparedStatement change = connection.prepareStatement(sql)) {
      new Arrays(change)
          .add(subject.kind().name().toLowerCase(Locale.ROOT))
          .add(subject.name())
          .add(actor)
          .add(reason);
      try (ResultSet row = change.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }
}
