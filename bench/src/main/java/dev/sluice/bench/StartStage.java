package dev.sluice.bench;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.sluice.emulators.AwsStandIn;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.SluiceJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** PostgreSQL, Kafka and the stand-in, before which functions are started one after the other. */
final class StartStage implements Stage {

  /** Between the name of a class and its place, in the JVM's log. */
  private static final String SOURCE = " source: ";

  private final Database database;
  private final KafkaBroker kafka;
  private final AwsStandIn aws = AwsStandIn.start();
  private final Arrivals arrivals;
  private final Map<Contender, Long> classes = new HashMap<>();

  private StartStage(Database database, KafkaBroker kafka) {
    this.database = database;
    this.kafka = kafka;
    this.arrivals = new Arrivals(aws, kafka.endpoint());
  }

  static StartStage open(Consumer<String> progress) throws SQLException {
    Database database = Database.open(Map.of(), progress);
    progress.accept("starting Kafka");
    return new StartStage(database, KafkaBroker.start());
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public Run run(Contender contender, long events) throws SQLException {
    if (!classes.containsKey(contender)) {
      classes.put(contender, loaded(contender).stream().filter(StartStage::isOurs).count());
    }
    return start(contender, events, List.of());
  }

  /** Its classes, found by a start of its own, for writing the log takes time. */
  Set<String> loaded(Contender contender) throws SQLException {
    try {
      Path log = Files.createTempFile("sluice-classes-", ".log");
      log.toFile().deleteOnExit();
      start(contender, 1, List.of("-Xlog:class+load:file=" + log + ":none"));
      return Files.readAllLines(log).stream()
          .filter(line -> line.contains(SOURCE))
          .map(line -> line.substring(0, line.indexOf(SOURCE)))
          .collect(toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JDK does not bring it. */
  private static boolean isOurs(String className) {
    return !className.matches("(javax?|jdk|(com\\.)?sun)\\..*");
  }

  /** A new process publishes what waits, and ends. */
  private Run start(Contender contender, long events, List<String> jvmArguments)
      throws SQLException {
    database.empty();
    database.fill(contender, events);
    arrivals.expect();
    try (LocalLambda function = function(contender.function(), jvmArguments)) {
      long begin = System.nanoTime();
      CompletableFuture<Answer> answer = function.invoke("{}");
      double firstEvent = (arrivals.await(contender.function().destination()) - begin) / 1e6;
      if (!(answer.join() instanceof Answer.Answered(String json, var report))) {
        throw new IllegalStateException("instead of publishing: " + answer.join());
      }
      Map<Measure, Double> figures = new EnumMap<>(Measure.class);
      figures.put(Measure.FIRST_EVENT_MILLIS, firstEvent);
      figures.put(Measure.INIT_MILLIS, millis(report.initDuration()));
      figures.put(
          Measure.PROCESSOR_MILLIS,
          millis(function.process().flatMap(it -> it.info().totalCpuDuration())));
      figures.put(Measure.CLASSES_LOADED, (double) classes.getOrDefault(contender, 0L));
      long published = Fields.parse(json).number("published");
      Ledger expected = contender.perEvent().times(events);
      return new Run(contender, figures, database.ledger(published).faults(expected));
    }
  }

  private static double millis(Optional<Duration> duration) {
    return duration.orElseThrow().toNanos() / 1e6;
  }

  private LocalLambda function(Contender.Function function, List<String> jvmArguments) {
    Map<String, String> environment = new TreeMap<>(database.environment());
    // It could reach AWS and Kafka, and loads nothing of the one to which nothing is routed.
    for (Destination destination :
        List.of(Destination.SNS, Destination.KAFKA, function.destination())) {
      environment.putAll(destination.environment(endpoint(destination)));
    }
    environment.putAll(function.settings());
    return LocalLambda.builder()
        .jar(SluiceJar.find())
        .handler(function.handler())
        .environment(environment)
        .memory(WarmFunction.MEMORY_MEGABYTES)
        .jvmArguments(jvmArguments)
        .logTo(_ -> {})
        .build();
  }

  private String endpoint(Destination destination) {
    return destination == Destination.KAFKA ? kafka.endpoint() : aws.endpoint().toString();
  }

  @Override
  public void close() throws SQLException {
    try (database;
        kafka;
        aws) {
      arrivals.close();
    }
  }
}
