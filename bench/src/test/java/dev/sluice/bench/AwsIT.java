package dev.sluice.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The benchmark of the destinations on AWS, small. */
@Timeout(300)
class AwsIT {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void everyDestinationTakesEveryEvent() throws Exception {
    int exitCode = run("aws", "--events", "2000", "--runs", "1", "--json");

    assertThat(exitCode).as(err.toString(UTF_8)).isZero();
    Map<String, Object> report = JSON.std.mapFrom(out.toString(UTF_8));
    assertThat(report)
        .containsEntry("benchmark", "aws")
        .containsEntry("events", 2_000)
        .containsEntry("answerMillis", 15)
        .containsEntry("faults", List.of());
    assertThat(list(report, "contenders"))
        .extracting(contender -> contender.get("name"))
        .containsExactly(
            "sns",
            "sns-one-call",
            "sns-fifo",
            "sns-fifo-one-call",
            "sqs",
            "sqs-one-call",
            "sqs-fifo",
            "sqs-fifo-one-call",
            "eventbridge",
            "eventbridge-one-call");
    assertThat(list(report, "contenders")).allSatisfy(AwsIT::hasFigures);
    assertThat(list(report, "targets")).hasSize(10);
  }

  @Test
  void oneCallAtATimeIsOneCallAtATime() throws Exception {
    run("aws", "--events", "2000", "--runs", "1", "--destination", "sns-fifo", "--json");

    List<Map<String, Object>> contenders =
        list(JSON.std.mapFrom(out.toString(UTF_8)), "contenders");
    assertThat(contenders).hasSize(2);
    assertThat((Integer) contenders.getFirst().get("mostCallsInFlight")).isGreaterThan(1);
    assertThat(contenders.getLast()).containsEntry("mostCallsInFlight", 1);
  }

  @Test
  void lostOrDoubledEventFailsTheRun() throws Exception {
    try (AwsStage stage = AwsStage.open(_ -> {});
        AwsBench bench = new AwsBench(stage)) {
      var contender = new AwsContender(AwsDestination.SQS_FIFO, stage.standIn().endpoint(), false);
      assertThat(bench.run(contender, 100).run().faults()).isEmpty();
      assertThat(bench.run(contender, 100, contender.expected(101)).run().faults())
          .contains("100 events at the broker instead of 101");
      assertThat(bench.run(contender, 100, contender.expected(99)).run().eventsPerSecond())
          .isZero();
    }
  }

  @Test
  void whatIsNotThereSaysSoOnStandardError() throws Exception {
    assertThat(run("aws", "--destination", "kafka")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("no destination 'kafka'; there are sns, sns-fifo");
  }

  private static void hasFigures(Map<String, Object> contender) {
    Map<?, ?> rate = (Map<?, ?>) Objects.requireNonNull(contender.get("eventsPerSecond"));
    assertThat(rate.values())
        .allSatisfy(it -> assertThat(((Number) it).doubleValue()).isPositive());
    assertThat(((Number) Objects.requireNonNull(contender.get("entriesPerCall"))).doubleValue())
        .isBetween(1.0, 10.0);
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> report, String name) {
    return (List<Map<String, Object>>) Objects.requireNonNull(report.get(name));
  }

  private int run(String... arguments) throws Exception {
    return new Main(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .run(List.of(arguments));
  }
}
