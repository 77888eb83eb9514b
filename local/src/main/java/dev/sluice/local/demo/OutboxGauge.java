package dev.sluice.local.demo;

import dev.sluice.local.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The figures of the outbox, as SQL sees them. */
final class OutboxGauge implements AutoCloseable {

  /**
   * @param retries failed attempts that were, or will be, tried again
   */
  record Level(int pending, int failed, int dead, int retries) {
    static final Level UNKNOWN = new Level(0, 0, 0, 0);

    int owed() {
      return pending + failed;
    }
  }

  private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(300);

  private static final String LEVEL =
      """
      SELECT count(*) FILTER (WHERE status = 'PENDING'), count(*) FILTER (WHERE status = 'FAILED'),
        count(*) FILTER (WHERE status = 'DEAD'),
        coalesce(sum(retry_count) FILTER (WHERE status <> 'DEAD'), 0)
          + (SELECT coalesce(sum(retry_count), 0) FROM outbox.published WHERE retry_count > 0)
      FROM outbox.event
      """;

  private final Connection connection;
  private Level latest = Level.UNKNOWN;
  private long lookedAt = System.nanoTime() - FRESH;

  OutboxGauge(LocalPostgres postgres) throws SQLException {
    connection = postgres.connect(LocalPostgres.RELAY);
  }

  /** A fraction of a second old at the most: looking costs the database something. */
  synchronized Level latest() throws SQLException {
    return System.nanoTime() - lookedAt < FRESH ? latest : look();
  }

  /** As of this moment. */
  synchronized Level look() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(LEVEL)) {
      row.next();
      latest = new Level(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4));
      lookedAt = System.nanoTime();
      return latest;
    }
  }

  /** What still lies in the outbox: ids with their statuses. */
  synchronized Map<String, String> owed() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, status FROM outbox.event")) {
      Map<String, String> statuses = new HashMap<>();
      while (rows.next()) {
        statuses.put(rows.getString(1), rows.getString(2));
      }
      return statuses;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
