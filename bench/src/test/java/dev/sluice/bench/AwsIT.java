package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The benchmark of the destinations on AWS, small. */
@Timeout(600)
class AwsIT {

  @Tag("long")
  @Test
  void everyDestinationTakesEveryEvent() throws Exception {
    BenchCommand aws = BenchCommand.run("aws", "--events", "2000", "--runs", "1", "--json");

    assertThat(aws.exitCode()).as(aws.err()).isZero();
    assertThat(aws.report())
        .containsEntry("benchmark", "aws")
        .containsEntry("events", 2_000)
        .containsEntry("answerMillis", 15)
        .containsEntry("faults", List.of());
    assertThat(aws.contenders())
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
    assertThat(aws.contenders()).allSatisfy(AwsIT::hasFigures);
    assertThat(aws.list("targets")).hasSize(10);
  }

  @Test
  void oneCallAtATimeIsOneCallAtATime() throws Exception {
    List<Map<String, Object>> contenders =
        BenchCommand.run(
                "aws", "--events", "2000", "--runs", "1", "--destination", "sns-fifo", "--json")
            .contenders();
    assertThat(contenders).hasSize(2);
    assertThat((Integer) contenders.getFirst().get("mostCallsInFlight")).isGreaterThan(1);
    assertThat(contenders.getLast()).containsEntry("mostCallsInFlight", 1);
    assertThat(contenders).allSatisfy(AwsIT::hasFigures);
  }

  @Test
  void lostOrDoubledEventFailsTheRun() throws Exception {
    try (DrainStage stage = DrainStage.open(_ -> {}, () -> StandIn.start(Duration.ZERO))) {
      Contender contender = Aws.manyCalls(Destination.SQS_FIFO);
      assertThat(stage.run(contender, 100).faults()).isEmpty();
      assertThat(stage.run(contender, 100, contender.perEvent().times(101)).faults())
          .contains("100 events at the broker instead of 101");
      Run doubled = stage.run(contender, 100, contender.perEvent().times(99));
      assertThat(doubled.figure(Measure.EVENTS_PER_SECOND)).isZero();
    }
  }

  @Test
  void whatIsNotThereSaysSoOnStandardError() throws Exception {
    BenchCommand kafka = BenchCommand.run("aws", "--destination", "kafka");
    assertThat(kafka.exitCode()).isEqualTo(2);
    assertThat(kafka.err()).contains("no destination 'kafka'; there are sns, sns-fifo");
  }

  private static void hasFigures(Map<String, Object> contender) {
    Map<?, ?> rate = (Map<?, ?>) Objects.requireNonNull(contender.get("eventsPerSecond"));
    assertThat(rate.values())
        .allSatisfy(it -> assertThat(((Number) it).doubleValue()).isPositive());
    assertThat(((Number) Objects.requireNonNull(contender.get("entriesPerCall"))).doubleValue())
        .isBetween(1.0, 10.0);
    assertThat(contender).containsKeys("events", "seconds", "cpuSeconds", "timesOneCall");
  }
}
