package dev.sluice.local.demo;

import dev.sluice.local.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How the outbox is doing, looked at a few times a second. */
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

  private static final long INTERVAL_MILLIS = 300;

  private static final String LEVEL =
      """
      SELECT count(*) FILTER (WHERE status = 'PENDING'), count(*) FILTER (WHERE status = 'FAILED'),
        count(*) FILTER (WHERE status = 'DEAD'),
        coalesce(sum(retry_count) FILTER (WHERE status <> 'DEAD'), 0)
          + (SELECT coalesce(sum(retry_count), 0) FROM outbox.published WHERE retry_count > 0)
      FROM outbox.event
      """;

  private final LocalPostgres postgres;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Level latest = Level.UNKNOWN;

  OutboxGauge(LocalPostgres postgres) {
    this.postgres = postgres;
    Thread.ofPlatform().daemon().name("gauge").start(this::watch);
  }

  private void watch() {
    try (Connection connection = postgres.connect(LocalPostgres.RELAY)) {
      while (!closing.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
        latest = level(connection);
      }
    } catch (SQLException | InterruptedException e) {
      // The demo is ending, and the ledger looks for itself.
    } finally {
      ended.countDown();
    }
  }

  Level latest() {
    return latest;
  }

  /** As of this moment. */
  Level look() throws SQLException {
    try (Connection connection = postgres.connect(LocalPostgres.RELAY)) {
      return level(connection);
    }
  }

  private static Level level(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(LEVEL)) {
      row.next();
      return new Level(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4));
    }
  }

  /** What still lies in the outbox: ids with their statuses. */
  Map<String, String> owed() throws SQLException {
    try (Connection connection = postgres.connect(LocalPostgres.RELAY);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, status FROM outbox.event")) {
      Map<String, String> statuses = new HashMap<>();
      while (rows.next()) {
        statuses.put(rows.getString(1), rows.getString(2));
      }
      return statuses;
    }
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
