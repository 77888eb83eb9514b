package dev.sluice.local.relay;

import dev.sluice.local.LocalKafka;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalPostgres;
import dev.sluice.local.SluiceJar;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL, a real broker, and lanes that run by the real runtime client. */
final class RelayStack implements AutoCloseable {

  static final int PARTITIONS = 6;

  private static final AtomicInteger NUMBER = new AtomicInteger();

  final LocalPostgres postgres = LocalPostgres.start(Map.of("max_connections", "100"));
  final LocalKafka kafka = LocalKafka.launch();
  String database = LocalPostgres.DATABASE;
  String topic = "";

  /** An empty outbox and an empty topic. */
  RelayStack fresh() {
    int number = NUMBER.incrementAndGet();
    database = "outbox_" + number;
    topic = "events-" + number;
    try {
      postgres.createDatabase(database);
      postgres.migrate(database, SluiceJar.find());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    kafka.createTopic(topic, PARTITIONS);
    return this;
  }

  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("SLUICE_DB_URL", postgres.jdbcUrl(database));
    environment.put("SLUICE_DB_USER", LocalPostgres.RELAY);
    environment.put("SLUICE_DB_AUTH", "password");
    environment.put("SLUICE_DB_PASSWORD", "any");
    environment.put("SLUICE_MODE", "DRAIN");
    environment.put("SLUICE_LEASE", "5s");
    environment.put("SLUICE_PUBLISH_TIMEOUT", "2500ms");
    environment.put("SLUICE_ROUTES", route("kafka"));
    environment.put("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    return environment;
  }

  String route(String scheme) {
    return "[{\"stream\":\"*\",\"destination\":\"" + scheme + ":" + topic + "\"}]";
  }

  LocalLambda lane(String name, Map<String, String> more) {
    return lane(name, more, List.of());
  }

  LocalLambda lane(String name, Map<String, String> more, List<Path> classpath) {
    Map<String, String> environment = environment();
    environment.putAll(more);
    return LocalLambda.builder()
        .jar(SluiceJar.find())
        .extraClasspath(classpath)
        .handler("dev.sluice.relay.lambda.RelayHandler")
        .name(name)
        .memory(512)
        .timeout(Duration.ofSeconds(40))
        .environment(environment)
        .logTo(Path.of("target", "lanes.log"))
        .build();
  }

  /** Numbered events: {@code n} grows within each of {@code keys} keys of each of the streams. */
  void append(int events, int keys, int streams) {
    execute(
        """
        INSERT INTO outbox.event (stream, event_type, aggregate_id, payload)
        SELECT 'stream-' || (i %% %d), 'Counted', 'key-' || (i %% %d), json_build_object('n', i)
        FROM generate_series(1, %d) i
        """
            .formatted(streams, keys, events));
  }

  void execute(String sql) {
    try (Connection connection = postgres.connect(database, LocalPostgres.RELAY);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  long count(String from) {
    return Long.parseLong(one("SELECT count(*) FROM " + from));
  }

  String one(String sql) {
    try (Connection connection = postgres.connect(database, LocalPostgres.RELAY);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return String.valueOf(row.getString(1));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  Ledger ledger() {
    return new Ledger(kafka.bootstrapServers(), topic);
  }

  @Override
  public void close() {
    kafka.close();
    postgres.close();
  }
}
