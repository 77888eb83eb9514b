package dev.sluice.relay.ops.status;

import dev.sluice.relay.log.OfSubscription;
import dev.sluice.relay.log.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A stream or a destination waits until a person resumes it. Each change is audited. */
public final class PauseSql {

  /* The row may have existed before: for a breaker, or for an earlier pause. Its lock keeps two calls apart. */
  private static final String PAUSE =
      """
      WITH ask AS MATERIALIZED (SELECT ?::text AS kind, ?::text AS name, ?::text AS actor, ?::text AS reason),
      before AS MATERIALIZED (
        SELECT s.paused_at IS NOT NULL AS paused FROM outbox.state s, ask
        WHERE s.subscription = {subscription} AND s.kind = ask.kind AND s.name = ask.name FOR UPDATE OF s
      ), paused AS (
        INSERT INTO outbox.state AS s (subscription, kind, name, paused_at, paused_by, pause_reason)
        SELECT {subscription}, kind, name, now(), actor, reason FROM ask LEFT JOIN before ON true
        ON CONFLICT (subscription, kind, name) DO UPDATE SET paused_at = coalesce(s.paused_at, excluded.paused_at),
          paused_by = excluded.paused_by, pause_reason = excluded.pause_reason
      ), audited AS (
        INSERT INTO outbox.audit (action, actor, filter, affected, reason)
        SELECT 'pause', actor, json_build_object(kind, name, 'subscription', {subscription}::text), 1, reason FROM ask
      )
      SELECT NOT coalesce((SELECT paused FROM before), false)
      """;

  private static final String RESUME =
      """
      WITH ask AS MATERIALIZED (SELECT ?::text AS kind, ?::text AS name, ?::text AS actor, ?::text AS reason),
      resumed AS (
        UPDATE outbox.state s SET paused_at = NULL, paused_by = NULL, pause_reason = NULL
        FROM ask WHERE s.subscription = {subscription} AND s.kind = ask.kind AND s.name = ask.name AND s.paused_at IS NOT NULL
        RETURNING 1
      ), audited AS (
        INSERT INTO outbox.audit (action, actor, filter, affected, reason)
        SELECT 'resume', actor, json_build_object(kind, name, 'subscription', {subscription}::text), (SELECT count(*) FROM resumed), reason FROM ask
      )
      SELECT count(*) > 0 FROM resumed
      """;

  private final Session session;

  public PauseSql(Session session) {
    this.session = session;
  }

  /** False if it was paused already, which changes the name and the reason. */
  public boolean pause(String subscription, Subject subject, String actor, String reason) {
    String sql = OfSubscription.sql(PAUSE, subscription);
    return session.perform(c -> change(c, sql, subject, actor, reason));
  }

  /** False if it was not paused. */
  public boolean resume(
      String subscription, Subject subject, String actor, @Nullable String reason) {
    String sql = OfSubscription.sql(RESUME, subscription);
    return session.perform(c -> change(c, sql, subject, actor, reason));
  }

  private static boolean change(
      Connection connection, String sql, Subject subject, String actor, @Nullable String reason)
      throws SQLException {
    try (PreparedStatement change = connection.prepareStatement(sql)) {
      change.setString(1, subject.kind().name().toLowerCase(Locale.ROOT));
      change.setString(2, subject.name());
      change.setString(3, actor);
      change.setString(4, reason);
      try (ResultSet row = change.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }
}
