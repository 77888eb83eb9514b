package dev.sluice.local;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A migrated PostgreSQL and a Kafka broker, with the environment in which the functions find them.
 * The migration is the function's own, through the real runtime client.
 */
public final class LocalStack implements AutoCloseable {

  /** Every stream goes here unless the caller sets SLUICE_ROUTES. */
  public static final String TOPIC = "events";

  private static final int PARTITIONS = 6;
  private static final String ROUTES =
      "[{\"stream\":\"*\",\"destination\":\"kafka:" + TOPIC + "\"}]";

  private final LocalPostgres postgres;
  private final LocalKafka kafka;

  private LocalStack(LocalPostgres postgres, LocalKafka kafka) {
    this.postgres = postgres;
    this.kafka = kafka;
  }

  public static LocalStack start(Map<String, String> postgresSettings, Consumer<String> progress) {
    progress.accept("starting PostgreSQL");
    LocalPostgres postgres = LocalPostgres.start(postgresSettings);
    try {
      progress.accept("migrating it");
      migrate(postgres, progress);
      progress.accept("starting Kafka");
      LocalKafka kafka = LocalKafka.launch();
      LocalStack stack = new LocalStack(postgres, kafka);
      kafka.createTopic(TOPIC, PARTITIONS);
      return stack;
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  private static void migrate(LocalPostgres postgres, Consumer<String> log) {
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
    } catch (SQLException e) {
      throw new IllegalStateException("the migration made no role outbox_writer", e);
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
