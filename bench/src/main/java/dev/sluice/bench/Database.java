package dev.sluice.bench;

import dev.sluice.local.LocalPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The server as every contender finds it, seen by its superuser. */
final class Database implements AutoCloseable {

  /**
   * Enough memory for all events and no checkpoint within a run; durability as PostgreSQL has it by
   * default, which Zonky has not: it starts the server with -F, that is, without fsync.
   */
  static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("shared_buffers", "2GB"),
          Map.entry("max_wal_size", "32GB"),
          Map.entry("min_wal_size", "2GB"),
          Map.entry("checkpoint_timeout", "1h"),
          Map.entry("wal_buffers", "16MB"),
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("autovacuum", "on"));

  private static final String REPORTED =
      """
      SELECT name, current_setting(name) FROM pg_settings
      WHERE name IN ('server_version', 'shared_buffers', 'max_wal_size', 'min_wal_size',
        'checkpoint_timeout', 'wal_buffers', 'wal_level', 'wal_compression', 'fsync',
        'synchronous_commit', 'full_page_writes', 'data_checksums', 'autovacuum',
        'autovacuum_naptime', 'track_io_timing', 'jit', 'max_connections')
      """;

  private static final String KEPT =
      """
      SELECT (SELECT count(*) FROM outbox.published)
        + (SELECT count(*) FROM row_claim.event WHERE status = 'PUBLISHED')
      """;

  private static final String OWED =
      """
      SELECT (SELECT count(*) FROM outbox.event)
        + (SELECT count(*) FROM row_claim.event WHERE status <> 'PUBLISHED')
      """;

  /**
   * A record of our own at either end, on disk: pg_walinspect reads neither an empty stretch of the
   * log nor one that is not written yet.
   */
  private static final String MARK_LOG = "SELECT pg_logical_emit_message(false, 'bench', '', true)";

  private static final String LOG_USE =
      """
      SELECT last - first, sum(fpi_size)::bigint
      FROM (SELECT ?::pg_lsn AS first, ?::pg_lsn AS last) part, pg_get_wal_stats(first, last)
      GROUP BY first, last
      """;

  private final Connection superuser;

  Database(LocalPostgres postgres) throws SQLException {
    this.superuser = postgres.connect(postgres.superuser());
    run(text("row_claim.sql"));
    run("CREATE EXTENSION pg_walinspect");
  }

  private static String text(String resource) {
    try (InputStream stream = Database.class.getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(stream, resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Connection superuser() {
    return superuser;
  }

  /**
   * The checkpoint comes before the filling, not between it and the draining: an outbox is drained
   * moments after it was written, so its pages are not logged whole a second time.
   */
  void empty() throws SQLException {
    run("TRUNCATE outbox.event, outbox.published, row_claim.event");
    run("CHECKPOINT");
  }

  /** The planner knows the table. */
  void settleDown() throws SQLException {
    run("ANALYZE outbox.event, outbox.published, row_claim.event");
  }

  long owed() throws SQLException {
    return number(OWED);
  }

  long kept() throws SQLException {
    return number(KEPT);
  }

  /** Where the write-ahead log ends now. */
  String logEnd() throws SQLException {
    try (Statement statement = superuser.createStatement();
        ResultSet row = statement.executeQuery(MARK_LOG)) {
      row.next();
      return row.getString(1);
    }
  }

  LogUse logBetween(String start, String end) throws SQLException {
    try (PreparedStatement statement = superuser.prepareStatement(LOG_USE)) {
      statement.setString(1, start);
      statement.setString(2, end);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new LogUse(row.getLong(1), row.getLong(2));
      }
    }
  }

  /** What the server says of itself, not what it was told. */
  Map<String, String> settings() throws SQLException {
    Map<String, String> settings = new TreeMap<>();
    try (Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery(REPORTED)) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
    return settings;
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = superuser.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = superuser.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    superuser.close();
  }
}
