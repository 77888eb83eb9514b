package dev.sluice.bench;

import dev.sluice.emulators.AwsStandIn;
import dev.sluice.local.Answer;
import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalServices;
import dev.sluice.local.SluiceJar;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** PostgreSQL, Kafka and the stand-in, before which functions are started one after the other. */
final class StartStage implements AutoCloseable {

  private final LocalServices stack;
  private final Database database;
  private final AwsStandIn aws;
  private final StandInArrivals awsArrivals;
  private final TopicArrivals kafkaArrivals;

  private StartStage(LocalServices stack) throws SQLException {
    this.stack = stack;
    this.database = new Database(stack.postgres());
    this.aws = AwsStandIn.start();
    this.awsArrivals = new StandInArrivals(aws);
    this.kafkaArrivals = new TopicArrivals(stack.kafka().bootstrapServers(), LocalServices.TOPIC);
  }

  static StartStage open(Consumer<String> progress) throws SQLException {
    LocalServices stack = LocalServices.start(Map.of(), progress);
    try {
      return new StartStage(stack);
    } catch (SQLException | RuntimeException e) {
      stack.close();
      throw e;
    }
  }

  /** One event waits; a new process brings it there and ends. */
  Start start(StartDestination destination, List<String> jvmArguments) throws SQLException {
    database.empty();
    EventCopy.fill(database.superuser(), Table.OUTBOX, 1, SampleEvent::new);
    Arrivals arrivals = destination == StartDestination.KAFKA ? kafkaArrivals : awsArrivals;
    arrivals.expect();
    try (LocalLambda function = function(destination, jvmArguments)) {
      long begin = System.nanoTime();
      CompletableFuture<Answer> answer = function.invoke("{}");
      long arrived = arrivals.await();
      Duration init = initDuration(answer.join());
      return new Start(init, Duration.ofNanos(arrived - begin), processorTime(function));
    }
  }

  private static Duration processorTime(LocalLambda function) {
    return function
        .process()
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("the process is gone"));
  }

  private static Duration initDuration(Answer answer) {
    if (answer instanceof Answer.Answered(String json, var report)
        && json.contains("\"published\":1,")) {
      return report.initDuration().orElseThrow();
    }
    throw new IllegalStateException("instead of publishing one event: " + answer);
  }

  private LocalLambda function(StartDestination destination, List<String> jvmArguments) {
    return LocalLambda.builder()
        .jar(SluiceJar.find())
        .handler(FunctionName.RELAY.handler())
        .environment(environment(destination))
        .memory(WarmFunction.MEMORY_MEGABYTES)
        .jvmArguments(jvmArguments)
        .logTo(_ -> {})
        .build();
  }

  private Map<String, String> environment(StartDestination destination) {
    Map<String, String> environment = new TreeMap<>(stack.environment(FunctionName.RELAY));
    environment.put("SLUICE_MODE", "DRAIN");
    environment.put(
        "SLUICE_ROUTES",
        "[{\"stream\":\"*\",\"destination\":\"" + destination.uri(aws.endpoint()) + "\"}]");
    environment.put("AWS_ENDPOINT_URL", aws.endpoint().toString());
    environment.put("AWS_ACCESS_KEY_ID", "bench");
    environment.put("AWS_SECRET_ACCESS_KEY", "bench");
    return environment;
  }

  @Override
  public void close() throws SQLException {
    try (stack;
        aws;
        kafkaArrivals) {
      database.close();
    }
  }
}
