package dev.sluice.local.demo;

import static java.util.stream.Collectors.joining;

import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalLambdaBuilder;
import dev.sluice.local.LocalServices;
import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.Place;
import dev.sluice.local.orders.TopicConsumer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The servers around the relay, and where its events go. */
final class Surroundings implements AutoCloseable {

  private static final int PARTITIONS = 6;
  private static final List<Place> TOPICS =
      List.of(
          new Place("orders", "kafka:orders", "kafka:orders", 60, true),
          new Place("subscriptions", "kafka:subscriptions", "kafka:subscriptions", 40, true));

  /** Short enough for an audience: a killed relay is replaced when its lease has run out. */
  private static final Map<String, String> HASTE =
      Map.of(
          "SLUICE_MODE", "LOOP",
          "SLUICE_LEASE", "6s",
          "SLUICE_PUBLISH_TIMEOUT", "3s",
          "SLUICE_RETRY", "200ms..1s",
          "SLUICE_MAX_ATTEMPTS", "3",
          "SLUICE_BATCH", "250",
          "KAFKA_BATCH_SIZE", "16384");

  /** The controller takes a broker that comes back only when it has given up the one that was. */
  private static final Map<String, String> SOON_FORGOTTEN =
      Map.of("broker.session.timeout.ms", "5000", "broker.heartbeat.interval.ms", "500");

  private final LocalServices services;
  private final Optional<AwsSide> aws;
  private @Nullable TopicConsumer topics;

  private Surroundings(LocalServices services, Optional<AwsSide> aws) {
    this.services = services;
    this.aws = aws;
    Map<String, String> limit = Map.of("max.message.bytes", Integer.toString(Acts.LIMIT_BYTES));
    TOPICS.forEach(
        place -> services.kafka().createTopic(TopicConsumer.topic(place), PARTITIONS, limit));
  }

  static Surroundings start(boolean withAws, Consumer<String> progress) {
    LocalServices services = LocalServices.start(Map.of(), SOON_FORGOTTEN, progress);
    try {
      if (withAws) {
        progress.accept("starting SNS, SQS and EventBridge on an emulator");
      }
      return new Surroundings(services, withAws ? Optional.of(AwsSide.start()) : Optional.empty());
    } catch (RuntimeException e) {
      services.close();
      throw e;
    }
  }

  LocalServices services() {
    return services;
  }

  List<Place> places() {
    return Stream.concat(TOPICS.stream(), aws.stream().flatMap(side -> side.places().stream()))
        .toList();
  }

  /** Where the events go, for every function. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(aws.map(AwsSide::environment).orElse(Map.of()));
    settings.put(
        "SLUICE_ROUTES", places().stream().map(Place::route).collect(joining(",", "[", "]")));
    return settings;
  }

  LocalLambdaBuilder function(FunctionName name, Consumer<String> log) {
    Map<String, String> environment = new HashMap<>(services.environment(name));
    environment.putAll(HASTE);
    environment.putAll(settings());
    return LocalLambda.builder(name).shortLived().environment(environment).logTo(log);
  }

  void consume(Consumer<Arrival> sink) {
    topics = new TopicConsumer(services.kafka().bootstrapServers(), TOPICS, PARTITIONS, sink);
    aws.ifPresent(side -> side.consume(sink));
  }

  @Override
  public void close() {
    try (services) {
      if (topics != null) {
        topics.close();
      }
      aws.ifPresent(AwsSide::close);
    }
  }
}
