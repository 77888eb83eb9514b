package dev.sluice.local.chaos;

import static java.util.stream.Collectors.joining;

import dev.sluice.local.FunctionName;
import dev.sluice.local.KafkaProcess;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalLambdaBuilder;
import dev.sluice.local.LocalPostgres;
import dev.sluice.local.LocalServices;
import dev.sluice.local.orders.Place;
import dev.sluice.local.orders.TopicConsumer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** PostgreSQL and a broker, and the proxies by which the functions reach them. */
final class ChaosServices implements AutoCloseable {

  static final int PARTITIONS = 6;

  static final List<Place> PLACES =
      List.of(
          new Place("orders", "kafka:orders", "kafka:orders", 60, true),
          new Place("subscriptions", "kafka:subscriptions", "kafka:subscriptions", 40, true));

  private static final int BATCH = 250;

  /** Of one lane: so many batches are read and not settled, for each destination. */
  static final long MOST_IN_FLIGHT = 8L * BATCH * PLACES.size();

  /** Of a topic; the producers' batches stay below it. */
  private static final int LIMIT_BYTES = 100_000;

  /** The controller takes a broker that comes back only when it has given up the one that was. */
  private static final Map<String, String> SOON_FORGOTTEN =
      Map.of("broker.session.timeout.ms", "3000", "broker.heartbeat.interval.ms", "300");

  private final List<AutoCloseable> parts = new ArrayList<>();
  private final LocalPostgres postgres;
  private final KafkaProcess kafka;
  private final List<Proxy> toDatabase = new CopyOnWriteArrayList<>();
  private final Proxy toBroker;
  private final Duration lease;
  private final Optional<Path> patch;

  /**
   * @param patch classes that stand before the jar's own: a test plants a fault by them
   */
  ChaosServices(Duration lease, Optional<Path> patch) throws SQLException {
    this.lease = lease;
    this.patch = patch;
    try {
      postgres = opened(LocalPostgres.start(Map.of("max_connections", "200")));
      postgres.migrate();
      PutAside.observe(postgres);
      Proxy[] before = new Proxy[1];
      kafka =
          opened(
              KafkaProcess.launch(
                  port -> {
                    before[0] = opened(new Proxy(port));
                    return before[0].port();
                  },
                  SOON_FORGOTTEN));
      toBroker = before[0];
      PLACES.forEach(
          place -> kafka.createTopic(TopicConsumer.topic(place), PARTITIONS, limit(LIMIT_BYTES)));
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T opened(T part) {
    parts.addFirst(part);
    return part;
  }

  private static Map<String, String> limit(int bytes) {
    return Map.of("max.message.bytes", Integer.toString(bytes));
  }

  LocalPostgres postgres() {
    return postgres;
  }

  KafkaProcess kafka() {
    return kafka;
  }

  /** Those of all functions. */
  List<Proxy> toDatabase() {
    return toDatabase;
  }

  /** For one function. */
  Proxy openProxyToDatabase() {
    Proxy proxy = new Proxy(postgres.port());
    toDatabase.add(proxy);
    return proxy;
  }

  Proxy toBroker() {
    return toBroker;
  }

  /** How large a message the topic of a place takes. */
  void limit(Place place, boolean high) {
    kafka.configureTopic(TopicConsumer.topic(place), limit(high ? 10 * LIMIT_BYTES : LIMIT_BYTES));
  }

  /** The payload of an event that is too large for a topic. */
  static String tooLong() {
    return "x".repeat(LIMIT_BYTES * 3 / 2);
  }

  /**
   * @param database by which it reaches the database
   */
  LocalLambda function(
      FunctionName function,
      String name,
      Proxy database,
      Duration timeout,
      Duration clockBehind,
      Consumer<String> log) {
    LocalLambdaBuilder builder = LocalLambda.builder(function).name(name).shortLived();
    patch.ifPresent(builder::jar);
    return builder
        .environment(environment(function, database))
        .timeout(timeout)
        .clockBehind(clockBehind)
        .logTo(log)
        .build();
  }

  private Map<String, String> environment(FunctionName function, Proxy database) {
    String url =
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(database.port(), LocalPostgres.DATABASE);
    Map<String, String> environment =
        new HashMap<>(LocalServices.environment(function, url, "127.0.0.1:" + toBroker.port()));
    environment.put(
        "SLUICE_ROUTES", PLACES.stream().map(Place::route).collect(joining(",", "[", "]")));
    environment.put("SLUICE_MODE", "LOOP");
    environment.put("SLUICE_LEASE", lease.toMillis() + "ms");
    environment.put("SLUICE_PUBLISH_TIMEOUT", lease.toMillis() / 2 + "ms");
    environment.put("SLUICE_BATCH", Integer.toString(BATCH));
    environment.put("KAFKA_BATCH_SIZE", "16384");
    return environment;
  }

  @Override
  public void close() {
    toDatabase.forEach(Proxy::close);
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
