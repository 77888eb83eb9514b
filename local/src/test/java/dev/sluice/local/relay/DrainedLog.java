package dev.sluice.local.relay;

import dev.sluice.emulators.Planted;
import dev.sluice.emulators.SharedPostgres;
import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.Lane;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.PublisherContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** A real log, and lanes that drain it. */
final class DrainedLog implements AutoCloseable {

  private static final Duration GENEROUS = Duration.ofMinutes(2);
  private static final String OWED =
      """
      SELECT DISTINCT partition_key FROM outbox.event
      WHERE seq NOT IN (SELECT unnest(seqs) FROM outbox.delivery)
      """;

  private final String database = SharedPostgres.createDatabase(List.of(schema()));
  private final RelayConfig config;

  DrainedLog(String destination, Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("SLUICE_DB_URL", "jdbc:postgresql://localhost/" + database);
    environment.put("SLUICE_DB_USER", "outbox_relay");
    environment.put("SLUICE_DB_AUTH", "password");
    environment.put("SLUICE_DB_PASSWORD", Planted.PASSWORD);
    environment.put("SLUICE_MODE", "DRAIN");
    environment.put("SLUICE_LEASE", "20s");
    environment.put("SLUICE_PUBLISH_TIMEOUT", "4s");
    environment.put(
        "SLUICE_ROUTES", "[{\"stream\":\"*\",\"destination\":\"%s\"}]".formatted(destination));
    config = RelayConfig.parse(environment);
  }

  private static String schema() {
    try (InputStream script = Lane.class.getResourceAsStream("/db/log/V1__outbox.sql")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Connection connect(String user) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", Planted.PASSWORD);
    properties.setProperty("prepareThreshold", "0");
    return DriverManager.getConnection(SharedPostgres.url(database), properties);
  }

  void append(int keys, int eventsOfEach) {
    execute(
        """
        INSERT INTO outbox.event (stream, event_type, partition_key, payload)
        SELECT 'orders', 'T', 'key-' || k, '{}' FROM generate_series(1, %d) i, generate_series(1, %d) k
        """
            .formatted(eventsOfEach, keys));
  }

  void append(String key) {
    execute(
        """
        INSERT INTO outbox.event (stream, event_type, partition_key, payload)
        VALUES ('orders', 'T', '%s', '{}')
        """
            .formatted(key));
  }

  /** One lane, until nothing is due. */
  void drain() {
    PublisherContext context = new PublisherContext(config.environment(), config.publishTimeout());
    try (PostgresLog reader = new PostgresLog(() -> connect("outbox_relay"));
        PostgresLog settler = new PostgresLog(() -> connect("outbox_relay"));
        Publishers publishers = Publishers.load(context)) {
      RandomGenerator random = RandomGenerator.getDefault();
      Lane lane =
          new Lane(
              config,
              reader,
              settler,
              publishers,
              System::nanoTime,
              random,
              Invocation.WHOLE,
              "lane");
      lane.run(Duration.ofSeconds(30));
    }
  }

  /** One lane after the other. */
  void drainUntil(BooleanSupplier reached) {
    long until = System.nanoTime() + GENEROUS.toNanos();
    while (!reached.getAsBoolean() && System.nanoTime() < until) {
      drain();
    }
  }

  /** The keys with events that no broker has acknowledged. */
  Set<String> owedKeys() {
    try (Connection superuser = connect("postgres");
        Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery(OWED)) {
      Set<String> keys = new HashSet<>();
      while (rows.next()) {
        keys.add(rows.getString(1));
      }
      return keys;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of events that are held. */
  long attemptsThatFailed() {
    String sql =
        "SELECT coalesce(sum(retry_count), 0) + count(*) FILTER (WHERE status = 'DEAD') FROM outbox.held";
    try (Connection superuser = connect("postgres");
        Statement statement = superuser.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void execute(String sql) {
    try (Connection superuser = connect("postgres");
        Statement statement = superuser.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    SharedPostgres.dropDatabase(database);
  }
}
