package dev.sluice.relay.postgres;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.ops.Upkeep.Swept;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What keeps the tables small. */
final class Maintenance {

  /* A row with a time on it: whoever dies loses his turn by and by, and no session has to hold it. */
  private static final String TAKE_TURN =
      """
      INSERT INTO outbox.runner AS r (name, owner, until)
      VALUES (?, ?, now() + ?::bigint * interval '1 ms')
      ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
        WHERE r.until < now()
      """;

  private static final String END_TURN =
      "UPDATE outbox.runner SET until = now() - interval '1 s' WHERE name = ? AND owner = ?";

  private static final String MAKE_PARTITIONS = "SELECT outbox.make_partitions()";

  /* Not now is 55P03: the archive is in use this very moment, and nobody is made to wait for us. */
  private static final String DROP_PARTITION =
      "SELECT outbox.drop_partition(?::bigint * interval '1 s')";

  /*
   * Page by page, since the inbox has no index by time and needs none for anybody else: each page is read
   * once a run, and each statement locks few rows.
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

  private Maintenance() {}

  static boolean takeTurn(Connection connection, String name, String owner, Duration until)
      throws SQLException {
    try (PreparedStatement take = connection.prepareStatement(TAKE_TURN)) {
      new Arrays(take).add(name).add(owner).add(until.toMillis());
      return take.executeUpdate() == 1;
    }
  }

  static int endTurn(Connection connection, String name, String owner) throws SQLException {
    try (PreparedStatement end = connection.prepareStatement(END_TURN)) {
      new Arrays(end).add(name).add(owner);
      return end.executeUpdate();
    }
  }

  static int makePartitions(Connection connection) throws SQLException {
    try (PreparedStatement make = connection.prepareStatement(MAKE_PARTITIONS);
        ResultSet row = make.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }

  static Optional<String> dropPartition(Connection connection, Duration keep) throws SQLException {
    try (PreparedStatement drop = connection.prepareStatement(DROP_PARTITION)) {
      drop.setLong(1, keep.toSeconds());
      try (ResultSet row = drop.executeQuery()) {
        row.next();
        return Optional.ofNullable(row.getString(1));
      }
    }
  }

  static Swept forgetInbox(Connection connection, Duration keep, long fromPage)
      throws SQLException {
    try (PreparedStatement forget = connection.prepareStatement(FORGET_INBOX)) {
      new Arrays(forget).add(fromPage).add(keep.toSeconds());
      try (ResultSet row = forget.executeQuery()) {
        row.next();
        return new Swept(row.getLong(1), row.getBoolean(2) ? row.getLong(3) : null);
      }
    }
  }

  static int forgetOperations(Connection connection, Duration keep) throws SQLException {
    try (PreparedStatement forget = connection.prepareStatement(FORGET_OPERATIONS)) {
      forget.setLong(1, keep.toSeconds());
      return forget.executeUpdate();
    }
  }

  static int audit(
      Connection connection, String action, String actor, Map<String, Object> filter, long affected)
      throws SQLException {
    try (PreparedStatement audit = connection.prepareStatement(AUDIT)) {
      new Arrays(audit).add(action).add(actor).add(JSON.std.asString(filter)).add(affected);
      return audit.executeUpdate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
