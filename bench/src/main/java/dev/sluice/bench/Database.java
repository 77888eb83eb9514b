package dev.sluice.bench;

import dev.sluice.local.LocalPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

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

  /** The role of the usual relay, without the settings that outbox_relay has for its own reads. */
  static final String ROW_CLAIM = "row_claim";

  private static final String REPORTED =
      """
      SELECT name, current_setting(name) FROM pg_settings
      WHERE name IN ('server_version', 'shared_buffers', 'max_wal_size', 'min_wal_size',
        'checkpoint_timeout', 'wal_buffers', 'wal_level', 'wal_compression', 'fsync',
        'synchronous_commit', 'full_page_writes', 'data_checksums', 'autovacuum',
        'autovacuum_naptime', 'track_io_timing', 'jit', 'max_connections')
      """;

  private static final String LEDGER =
      """
      SELECT
        (SELECT count(*) FROM outbox.event e
         WHERE NOT EXISTS (SELECT FROM (SELECT unnest(seqs) AS seq FROM outbox.delivery) d WHERE d.seq = e.seq))
          + (SELECT count(*) FROM row_claim.event WHERE status <> 'PUBLISHED'),
        (SELECT coalesce(sum(cardinality(seqs)), 0) FROM outbox.delivery)
          + (SELECT count(*) FROM row_claim.event WHERE status = 'PUBLISHED')
      """;

  /**
   * A record of our own at either end, on disk: pg_walinspect reads neither an empty stretch of the
   * log nor one that is not written yet.
   */
  private static final String MARK_LOG =
      "SELECT pg_logical_emit_message(false, 'bench', '', true)::text";

  private static final String LOG_USE =
      """
      SELECT last - first, sum(fpi_size)::bigint
      FROM (SELECT ?::pg_lsn AS first, ?::pg_lsn AS last) part, pg_get_wal_stats(first, last)
      GROUP BY first, last
      """;

  private static final String IS_PINNED =
      "SELECT backend_xmin IS NOT NULL FROM pg_stat_activity WHERE pid = pg_backend_pid()";

  private static final String COPY =
      """
      COPY %s (id, created_at, stream, event_type, aggregate_type, aggregate_id, partition_key, headers,
        payload) FROM STDIN
      """;
  private static final int COPY_BUFFER = 64 * 1024;

  private final LocalPostgres postgres;
  private final Connection superuser;

  private Database(LocalPostgres postgres) throws SQLException {
    this.postgres = postgres;
    this.superuser = postgres.connect(postgres.superuser());
    run(text("row_claim.sql"));
    run("CREATE EXTENSION pg_walinspect");
  }

  static Database open(Map<String, String> settings, Consumer<String> progress)
      throws SQLException {
    progress.accept("starting PostgreSQL");
    LocalPostgres postgres = LocalPostgres.start(settings);
    progress.accept("migrating PostgreSQL");
    postgres.migrate();
    return new Database(postgres);
  }

  private static String text(String resource) {
    try (InputStream stream = Database.class.getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(stream, resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Connection connectAsApplication() throws SQLException {
    return postgres.connect(LocalPostgres.APPLICATION);
  }

  Connection superuser() {
    return superuser;
  }

  /** How the relay reaches it, and the peers. */
  Map<String, String> environment() {
    return Map.of(
        "SLUICE_DB_URL",
        postgres.jdbcUrl(),
        "SLUICE_DB_USER",
        LocalPostgres.RELAY,
        "SLUICE_DB_AUTH",
        "password",
        "SLUICE_DB_PASSWORD",
        "local");
  }

  /**
   * The checkpoint comes before the filling, not between it and the draining: an outbox is drained
   * moments after it was written, so its pages are not logged whole a second time.
   */
  void empty() throws SQLException {
    run("TRUNCATE outbox.event, outbox.delivery, outbox.held, outbox.progress, row_claim.event");
    run("UPDATE outbox.shard SET token = NULL, owner = NULL");
    run("CHECKPOINT");
  }

  void fill(Contender contender, long events) throws SQLException {
    if (contender.backlog().table().isEmpty()) {
      return;
    }
    String copy = COPY.formatted(contender.backlog().table().get());
    PGConnection connection = superuser.unwrap(PGConnection.class);
    try (Writer rows =
        new OutputStreamWriter(
            new PGCopyOutputStream(connection, copy, COPY_BUFFER), StandardCharsets.UTF_8)) {
      for (long number = 0; number < events; number++) {
        rows.write(contender.function().destination().event(number).row());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The planner knows the tables. */
  void analyze() throws SQLException {
    run("ANALYZE outbox.event, row_claim.event");
  }

  /**
   * A transaction that is left open: a report, a dump, a forgotten session. No row that dies after
   * its snapshot can be removed until the connection is closed.
   */
  Connection pinXmin() throws SQLException {
    Connection connection = postgres.connect(postgres.superuser());
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    if (!value(connection, IS_PINNED, Boolean.class)) {
      throw new IllegalStateException("the transaction holds no snapshot");
    }
    return connection;
  }

  /** Beside what a broker says that it was given, the tables' side of it. */
  Ledger ledger(long delivered) throws SQLException {
    try (Statement statement = superuser.createStatement();
        ResultSet row = statement.executeQuery(LEDGER)) {
      row.next();
      return new Ledger(delivered, row.getLong(1), row.getLong(2));
    }
  }

  /** Where the write-ahead log ends now. */
  String logEnd() throws SQLException {
    return value(superuser, MARK_LOG, String.class);
  }

  /** How much write-ahead log the events took. */
  Map<Measure, Double> logSince(String start, long events) throws SQLException {
    String end = logEnd();
    try (PreparedStatement statement = superuser.prepareStatement(LOG_USE)) {
      statement.setString(1, start);
      statement.setString(2, end);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return Map.of(
            Measure.WAL_BYTES_PER_EVENT, row.getDouble(1) / events,
            Measure.WAL_PAGE_IMAGE_BYTES_PER_EVENT, row.getDouble(2) / events);
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

  static <T> T value(Connection connection, String sql, Class<T> type) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return Objects.requireNonNull(row.getObject(1, type));
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = superuser.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    try (postgres) {
      superuser.close();
    }
  }
}
