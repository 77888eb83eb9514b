package dev.sluice.local;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A migrated PostgreSQL and a Kafka broker, with the environment in which the functions find them.
 * The migration is the function's own, through the real runtime client.
 */
public final class LocalServices implements AutoCloseable {

  /** Every stream goes here unless the caller sets SLUICE_ROUTES. */
  public static final String TOPIC = "events";

  private static final int PARTITIONS = 6;
  private static final String ROUTES =
      "[{\"stream\":\"*\",\"destination\":\"kafka:" + TOPIC + "\"}]";

  /** The controller takes a broker that comes back only when it has given up the one that was. */
  private static final Map<String, String> SOON_FORGOTTEN =
      Map.of("broker.session.timeout.ms", "5000", "broker.heartbeat.interval.ms", "500");

  private final LocalPostgres postgres;
  private final LocalKafka kafka;

  private LocalServices(LocalPostgres postgres, LocalKafka kafka) {
    this.postgres = postgres;
    this.kafka = kafka;
  }

  /** How the schema comes into the database. */
  private interface Migration {
    void run(LocalPostgres postgres) throws SQLException;
  }

  public static LocalServices start(Map<String, String> postgresSettings, Consumer<String> progress) {
    return start(
        postgresSettings, Map.of(), progress, postgres -> migrateByFunction(postgres, progress));
  }

  /**
   * Up sooner: the schema's scripts are run as psql would run them. A broker that was stopped is
   * back sooner, too.
   */
  public static LocalServices startQuickly(Consumer<String> progress) {
    return start(Map.of(), SOON_FORGOTTEN, progress, LocalPostgres::migrate);
  }

  private static LocalServices start(
      Map<String, String> postgresSettings,
      Map<String, String> kafkaSettings,
      Consumer<String> progress,
      Migration migration) {
    progress.accept("starting PostgreSQL and Kafka");
    // Beside one another: each of them waits for its disk and its start-up more than it computes.
    CompletableFuture<LocalKafka> broker =
        CompletableFuture.supplyAsync(() -> broker(kafkaSettings));
    try {
      LocalPostgres postgres = migrated(postgresSettings, progress, migration);
      try {
        return new LocalServices(postgres, broker.join());
      } catch (RuntimeException e) {
        postgres.close();
        throw e;
      }
    } catch (RuntimeException e) {
      var _ = broker.thenAccept(LocalKafka::close);
      throw e;
    }
  }

  private static LocalKafka broker(Map<String, String> settings) {
    LocalKafka kafka = LocalKafka.launch(settings);
    kafka.createTopic(TOPIC, PARTITIONS);
    return kafka;
  }

  private static LocalPostgres migrated(
      Map<String, String> settings, Consumer<String> progress, Migration migration) {
    LocalPostgres postgres = LocalPostgres.start(settings);
    try {
      progress.accept("migrating PostgreSQL");
      migration.run(postgres);
      return postgres;
    } catch (SQLException e) {
      postgres.close();
      throw new IllegalStateException("the migration failed", e);
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  private static void migrateByFunction(LocalPostgres postgres, Consumer<String> log)
      throws SQLException {
    try (LocalLambda migration =
        LocalLambda.builder()
            .jar(SluiceJar.find())
            .handler(FunctionName.MIGRATE.handler())
            .environment(database(postgres.jdbcUrl(), LocalPostgres.ADMIN))
            .timeout(Duration.ofMinutes(2))
            .logTo(log)
            .build()) {
      Answer answer = migration.invokeAndWait("{}");
      if (!(answer instanceof Answer.Answered)) {
        throw new IllegalStateException("the migration failed: " + answer);
      }
      postgres.createApplication();
    }
  }

  public LocalPostgres postgres() {
    return postgres;
  }

  public LocalKafka kafka() {
    return kafka;
  }

  /** What a function needs to reach this stack. */
  public Map<String, String> environment(FunctionName function) {
    return environment(function, postgres.jdbcUrl(), kafka.bootstrapServers());
  }

  static Map<String, String> environment(FunctionName function, String jdbcUrl, String brokers) {
    String user =
        switch (function) {
          case MIGRATE -> LocalPostgres.ADMIN;
          case RELAY -> LocalPostgres.RELAY;
          case OPS -> LocalPostgres.OPERATOR;
        };
    Map<String, String> environment = new TreeMap<>(database(jdbcUrl, user));
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
