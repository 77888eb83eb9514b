package dev.sluice.relay.ops.upkeep;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.log.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Forgets what is of no use any more; one process at a time. */
final class UpkeepSql {

  /* A row with a time: a process that dies loses its turn, and no session has to hold a lock. */
  private static final String TAKE_TURN =
      """
      INSERT INTO outbox.runner AS r (name, owner, until)
      VALUES (?, ?, now() + ?::bigint * interval '1 ms')
      ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
        WHERE r.until < now()
      """;

  private static final String END_TURN =
      "UPDATE outbox.runner SET until = now() - interval '1 s' WHERE name = ? AND owner = ?";

  /*
   * The newest row of a token that a shard carries is where its next owner begins. Rows of other
   * tokens were copied by the lease that replaced them. A lane that lost the answer to a settle looks
   * for its row again, and that for minutes at most. The first rows go first, in the order of the key.
   */
  private static final String FORGET_PROGRESS =
      """
      WITH carried AS MATERIALIZED (
        SELECT t.token, (SELECT max(n.number) FROM outbox.progress n WHERE n.token = t.token) AS newest
        FROM (SELECT DISTINCT s.token FROM outbox.shard s WHERE s.token IS NOT NULL) t
      ), old AS MATERIALIZED (
        SELECT p.token, p.number FROM outbox.progress p
        WHERE p.at < now() - interval '1 h'
          AND NOT EXISTS (SELECT FROM carried c WHERE c.token = p.token AND c.newest = p.number)
        ORDER BY p.token, p.number LIMIT ?
      )
      DELETE FROM outbox.progress p USING old o WHERE p.token = o.token AND p.number = o.number
      """;

  /*
   * Page by page, since the inbox has no index by time and needs none for anybody else: each page is
   * read once a run, and each statement locks few rows.
   */
  private static final String FORGET_INBOX =
      """
      WITH place AS MATERIALIZED (
        SELECT ?::bigint AS page, pg_relation_size('outbox.inbox') / current_setting('block_size')::int AS pages
      ), gone AS (
        DELETE FROM outbox.inbox i
        WHERE i.ctid >= (SELECT ('(' || page || ',0)')::tid FROM place)
          AND i.ctid < (SELECT ('(' || page + 500 || ',0)')::tid FROM place)
          AND i.received_at < now() - ?::bigint * interval '1 s'
        RETURNING 1
      )
      SELECT (SELECT count(*) FROM gone), page + 500 < pages, page + 500 FROM place
      """;

  private static final String FORGET_OPERATIONS =
      "DELETE FROM outbox.operation WHERE finished_at < now() - ?::bigint * interval '1 s'";

  private static final String AUDIT =
      "INSERT INTO outbox.audit (action, actor, filter, affected) VALUES (?, ?, ?::json, ?)";

  private final Session session;

  public UpkeepSql(Session session) {
    this.session = session;
  }

  /**
   * @param nextPage null when the end was reached
   */
  public record Swept(long deleted, @Nullable Long nextPage) {}

  /** True if nobody else runs it until then. */
  public boolean takeTurn(String name, String owner, Duration until) {
    return session.perform(
            c ->
                change(
                    c,
                    TAKE_TURN,
                    s -> {
                      s.setString(1, name);
                      s.setString(2, owner);
                      s.setLong(3, until.toMillis());
                    }))
        == 1;
  }

  public void endTurn(String name, String owner) {
    session.perform(
        c ->
            change(
                c,
                END_TURN,
                s -> {
                  s.setString(1, name);
                  s.setString(2, owner);
                }));
  }

  /** How many rows were deleted, at most so many. */
  public int forgetProgress(int limit) {
    return session.perform(c -> change(c, FORGET_PROGRESS, s -> s.setInt(1, limit)));
  }

  /** Forgets what consumers handled before then, in the table's pages from there on. */
  public Swept forgetInbox(Duration keep, long fromPage) {
    return session.perform(
        connection -> {
          try (PreparedStatement forget = connection.prepareStatement(FORGET_INBOX)) {
            forget.setLong(1, fromPage);
            forget.setLong(2, keep.toSeconds());
            try (ResultSet row = forget.executeQuery()) {
              row.next();
              return new Swept(row.getLong(1), row.getBoolean(2) ? row.getLong(3) : null);
            }
          }
        });
  }

  /** Operations that ended before then; the audit keeps what they did. */
  public int forgetOperations(Duration keep) {
    return session.perform(c -> change(c, FORGET_OPERATIONS, s -> s.setLong(1, keep.toSeconds())));
  }

  public void audit(String action, String actor, Map<String, Object> filter, long affected) {
    String json = json(filter);
    session.perform(
        c ->
            change(
                c,
                AUDIT,
                s -> {
                  s.setString(1, action);
                  s.setString(2, actor);
                  s.setString(3, json);
                  s.setLong(4, affected);
                }));
  }

  private static String json(Map<String, Object> value) {
    try {
      return JSON.std.asString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FunctionalInterface
  private interface Binding {
    void bind(PreparedStatement statement) throws SQLException;
  }

  private static int change(Connection connection, String sql, Binding binding)
      throws SQLException {
    try (PreparedStatement change = connection.prepareStatement(sql)) {
      binding.bind(change);
      return change.executeUpdate();
    }
  }
}
