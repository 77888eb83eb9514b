package dev.sluice.local.relay;

import dev.sluice.emulators.Planted;
import dev.sluice.emulators.SharedPostgres;
import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalLambdaBuilder;
import dev.sluice.local.LocalPostgres;
import dev.sluice.local.SluiceJar;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An outbox on the build's PostgreSQL, or on a server of its own that may be restarted, and lanes
 * that run by the real runtime client.
 */
final class OutboxStack implements AutoCloseable {

  private static final List<String> MIGRATIONS = SharedPostgres.migrations("V1__outbox.sql");

  /** No role of the outbox may do all that a test does. */
  private static final String SUPERUSER = "postgres";

  private final Optional<LocalPostgres> own;
  private String url = "";
  private @Nullable Connection connection;

  private OutboxStack(Optional<LocalPostgres> own) {
    this.own = own;
  }

  static OutboxStack shared() {
    return new OutboxStack(Optional.empty()).fresh();
  }

  static OutboxStack own() {
    LocalPostgres postgres = LocalPostgres.start(Map.of("max_connections", "100"));
    try {
      postgres.migrate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    OutboxStack stack = new OutboxStack(Optional.of(postgres));
    stack.url = postgres.jdbcUrl();
    return stack;
  }

  OutboxStack fresh() {
    disconnect();
    url = SharedPostgres.url(SharedPostgres.createDatabase(MIGRATIONS));
    // The template is older; a shard that nobody leased for long goes to the first who comes.
    execute("UPDATE outbox.shard SET leased_until = now()");
    return this;
  }

  LocalPostgres postgres() {
    return own.orElseThrow();
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("SLUICE_DB_URL", url);
    environment.put("SLUICE_DB_USER", LocalPostgres.RELAY);
    environment.put("SLUICE_DB_AUTH", "password");
    environment.put("SLUICE_DB_PASSWORD", Planted.PASSWORD);
    environment.put("SLUICE_MODE", "DRAIN");
    environment.put("SLUICE_LEASE", "5s");
    environment.put("SLUICE_PUBLISH_TIMEOUT", "2500ms");
    return environment;
  }

  LocalLambda lane(String name, Map<String, String> more, List<Path> classpath, Duration timeout) {
    return builder(name, more, classpath, timeout).logTo(Path.of("target", "lanes.log")).build();
  }

  LocalLambda lane(
      String name,
      Map<String, String> more,
      List<Path> classpath,
      Duration timeout,
      Consumer<String> log) {
    return builder(name, more, classpath, timeout).logTo(log).build();
  }

  private LocalLambdaBuilder builder(
      String name, Map<String, String> more, List<Path> classpath, Duration timeout) {
    Map<String, String> environment = environment();
    environment.putAll(more);
    return builder(name, FunctionName.RELAY, environment)
        .extraClasspath(classpath)
        .timeout(timeout);
  }

  /** The operator's function. */
  LocalLambda ops(String name, Map<String, String> more) {
    Map<String, String> environment = environment();
    environment.put("SLUICE_DB_USER", LocalPostgres.OPERATOR);
    environment.putAll(more);
    return builder(name, FunctionName.OPS, environment).timeout(Duration.ofMinutes(2)).build();
  }

  private static LocalLambdaBuilder builder(
      String name, FunctionName function, Map<String, String> environment) {
    return LocalLambda.builder()
        .jar(SluiceJar.find())
        .handler(function.handler())
        .name(name)
        .memory(512)
        .shortLived()
        .environment(environment)
        .logTo(Path.of("target", "lanes.log"));
  }

  /** Numbered events: {@code n} grows within each of {@code keys} keys of each of the streams. */
  void append(String prefix, int events, int keys, int streams) {
    execute(
        """
        INSERT INTO outbox.event (stream, event_type, aggregate_id, payload)
        SELECT '%s' || (i %% %d), 'Counted', 'key-' || (i %% %d), json_build_object('n', i, 'card', '%s')
        FROM generate_series(1, %d) i
        """
            .formatted(prefix, streams, keys, Planted.CARD, events));
  }

  /** On one connection, because tests ask again and again; on a new one after a restart. */
  private synchronized <T> T ask(Question<T> question) {
    try {
      if (connection == null || !connection.isValid(0)) {
        connection = DriverManager.getConnection(url, SUPERUSER, "");
      }
      try (Statement statement = connection.createStatement()) {
        return question.ask(statement);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Question<T> {
    T ask(Statement statement) throws SQLException;
  }

  void execute(String sql) {
    ask(statement -> statement.execute(sql));
  }

  long count(String from) {
    return Long.parseLong(one("SELECT count(*) FROM " + from));
  }

  String one(String sql) {
    return ask(
        statement -> {
          ResultSet row = statement.executeQuery(sql);
          row.next();
          return String.valueOf(row.getString(1));
        });
  }

  /** How many events a lane has still to deliver; dead ones are nobody's. */
  long owed() {
    return owed("%");
  }

  long owed(String streams) {
    return Long.parseLong(
        one(
            "SELECT coalesce(sum(pending + failed), 0) FROM outbox.status WHERE stream LIKE '"
                + streams
                + "'"));
  }

  /** By the ledger, which counts an event again that was settled again. */
  long delivered() {
    return Long.parseLong(
        one(
            "SELECT coalesce(sum(cardinality(seqs)), 0) FROM outbox.delivery WHERE destination <> 'discarded'"));
  }

  /** The ids of those of a kind of streams. */
  Set<String> delivered(String streams) {
    return numbers(
            "SELECT id, seq FROM outbox.event WHERE stream LIKE '"
                + streams
                + "' AND seq IN (SELECT unnest(seqs) FROM outbox.delivery)")
        .keySet();
  }

  /** The first column by name, the second as a number. */
  Map<String, Long> numbers(String sql) {
    return ask(
        statement -> {
          Map<String, Long> numbers = new HashMap<>();
          ResultSet rows = statement.executeQuery(sql);
          while (rows.next()) {
            numbers.put(rows.getString(1), rows.getLong(2));
          }
          return numbers;
        });
  }

  private synchronized void disconnect() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      connection = null;
    }
  }

  @Override
  public void close() {
    disconnect();
    own.ifPresent(LocalPostgres::close);
  }
}
