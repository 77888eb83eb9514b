package dev.sluice.local.orders;

import dev.sluice.local.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The figures of the outbox, as SQL sees them. */
public final class OutboxGauge implements AutoCloseable {

  public record Level(int pending, int failed, int dead) {
    public static final Level UNKNOWN = new Level(0, 0, 0);

    public int owed() {
      return pending + failed;
    }
  }

  private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(300);

  /** Only what is owed is counted, and never what is done. */
  private static final String LEVEL =
      """
      SELECT (SELECT coalesce(sum(pending), 0) FROM outbox.backlog()) + count(*) FILTER (WHERE status = 'WAITING'),
        count(*) FILTER (WHERE status = 'FAILED'), count(*) FILTER (WHERE status = 'DEAD')
      FROM outbox.held
      """;

  /** One statement, one snapshot: an event is held, delivered, or still to come. */
  private static final String OWED =
      """
      SELECT id, status FROM outbox.held
      UNION ALL
      SELECT e.id, 'PENDING' FROM outbox.event e
      WHERE NOT EXISTS (SELECT FROM (SELECT unnest(seqs) AS seq FROM outbox.delivery) d WHERE d.seq = e.seq)
        AND NOT EXISTS (SELECT FROM outbox.held h WHERE h.seq = e.seq)
      """;

  private final Connection connection;
  private Level latest = Level.UNKNOWN;
  private long lookedAt = System.nanoTime() - FRESH;

  public OutboxGauge(LocalPostgres postgres) throws SQLException {
    connection = postgres.connect(LocalPostgres.OPERATOR);
  }

  /** A fraction of a second old at the most: looking costs the database something. */
  public synchronized Level latest() throws SQLException {
    return System.nanoTime() - lookedAt < FRESH ? latest : look();
  }

  /** As of this moment. */
  public synchronized Level look() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(LEVEL)) {
      row.next();
      latest = new Level(row.getInt(1), row.getInt(2), row.getInt(3));
      lookedAt = System.nanoTime();
      return latest;
    }
  }

  /** What is not delivered: ids with their statuses. */
  public synchronized Map<String, String> owed() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(OWED)) {
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
