package dev.sluice.local.demo;

import static java.util.stream.Collectors.joining;

import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalServices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
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

  private final LocalServices stack;
  private final Optional<AwsSide> aws;
  private final List<Place> places;
  private @Nullable TopicConsumer topics;

  private Surroundings(LocalServices stack, Optional<AwsSide> aws) {
    this.stack = stack;
    this.aws = aws;
    this.places = places(aws.map(AwsSide::places).orElse(List.of()));
    TOPICS.forEach(
        place ->
            stack
                .kafka()
                .createTopic(
                    TopicConsumer.topic(place),
                    PARTITIONS,
                    Map.of("max.message.bytes", Integer.toString(PoisonEvent.LIMIT_BYTES))));
  }

  static Surroundings start(boolean withAws, Consumer<String> progress) {
    LocalServices stack = LocalServices.startQuickly(progress);
    try {
      if (withAws) {
        progress.accept("starting SNS, SQS and EventBridge on an emulator");
      }
      return new Surroundings(stack, withAws ? Optional.of(AwsSide.start()) : Optional.empty());
    } catch (RuntimeException e) {
      stack.close();
      throw e;
    }
  }

  /** What others take is taken off the topics' shares. */
  private static List<Place> places(List<Place> others) {
    int percent = 100 - others.stream().mapToInt(Place::share).sum();
    List<Place> all = new ArrayList<>();
    for (Place topic : TOPICS) {
      all.add(
          new Place(
              topic.stream(),
              topic.label(),
              topic.destination(),
              topic.share() * percent / 100,
              topic.ordered()));
    }
    all.addAll(others);
    return all;
  }

  LocalServices stack() {
    return stack;
  }

  List<Place> places() {
    return List.copyOf(places);
  }

  /** Where the events go, for every function. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(aws.map(AwsSide::environment).orElse(Map.of()));
    settings.put(
        "SLUICE_ROUTES", places.stream().map(Place::route).collect(joining(",", "[", "]")));
    return settings;
  }

  Map<String, String> environment(FunctionName function) {
    Map<String, String> environment = new HashMap<>(stack.environment(function));
    environment.putAll(HASTE);
    environment.putAll(settings());
    return environment;
  }

  void consume(Consumer<Arrival> sink) {
    List<Place> kafka =
        places.stream().filter(place -> place.destination().startsWith("kafka:")).toList();
    topics = new TopicConsumer(stack.kafka().bootstrapServers(), kafka, PARTITIONS, sink);
    aws.ifPresent(side -> side.consume(sink));
  }

  @Override
  public void close() {
    try (stack) {
      if (topics != null) {
        topics.close();
      }
      aws.ifPresent(AwsSide::close);
    }
  }
}
