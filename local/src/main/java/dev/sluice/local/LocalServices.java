package dev.sluice.local;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A migrated PostgreSQL and a Kafka broker, with the environment in which the functions find them.
 */
public final class LocalServices implements AutoCloseable {

  /** Every stream goes here unless the caller sets SLUICE_ROUTES. */
  public static final String TOPIC = "events";

  private static final int PARTITIONS = 6;
  private static final String ROUTES =
      "[{\"stream\":\"*\",\"destination\":\"kafka:" + TOPIC + "\"}]";

  private final LocalPostgres postgres;
  private final LocalKafka kafka;

  private LocalServices(LocalPostgres postgres, LocalKafka kafka) {
    this.postgres = postgres;
    this.kafka = kafka;
  }

  public static LocalServices start(
      Map<String, String> postgresSettings, Consumer<String> progress) {
    return start(postgresSettings, Map.of(), progress);
  }

  public static LocalServices start(
      Map<String, String> postgresSettings,
      Map<String, String> kafkaSettings,
      Consumer<String> progress) {
    progress.accept("starting PostgreSQL and Kafka");
    // Beside one another: each of them waits for its disk and its start-up more than it computes.
    CompletableFuture<LocalKafka> broker =
        CompletableFuture.supplyAsync(() -> broker(kafkaSettings));
    @Nullable LocalPostgres postgres = null;
    try {
      postgres = LocalPostgres.start(postgresSettings);
      progress.accept("migrating PostgreSQL");
      postgres.migrate();
      return new LocalServices(postgres, broker.join());
    } catch (SQLException | RuntimeException e) {
      var _ = broker.thenAccept(LocalKafka::close);
      if (postgres != null) {
        postgres.close();
      }
      throw new IllegalStateException("PostgreSQL and Kafka do not start", e);
    }
  }

  private static LocalKafka broker(Map<String, String> settings) {
    LocalKafka kafka = LocalKafka.launch(settings);
    kafka.createTopic(TOPIC, PARTITIONS);
    return kafka;
  }

  public LocalPostgres postgres() {
    return postgres;
  }

  public LocalKafka kafka() {
    return kafka;
  }

  /** The variables with which a function reaches these services. */
  public Map<String, String> environment(FunctionName function) {
    return environment(function, postgres.jdbcUrl(), kafka.bootstrapServers());
  }

  public static Map<String, String> environment(
      FunctionName function, String jdbcUrl, String brokers) {
    String user =
        switch (function) {
          case MIGRATE -> LocalPostgres.ADMIN;
          case RELAY -> LocalPostgres.RELAY;
          case OPS -> LocalPostgres.OPERATOR;
        };
    Map<String, String> environment = new HashMap<>(database(jdbcUrl, user));
    environment.put("SLUICE_ROUTES", ROUTES);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", brokers);
    return environment;
  }

  private static Map<String, String> database(String jdbcUrl, String user) {
    return Map.of(
        "SLUICE_DB_URL",
        jdbcUrl,
        "SLUICE_DB_USER",
        user,
        "SLUICE_DB_AUTH",
        "password",
        "SLUICE_DB_PASSWORD",
        "local");
  }

  @Override
  public void close() {
    try (postgres) {
      kafka.close();
    }
  }
}
