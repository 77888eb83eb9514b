package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The benchmark of cold starts, with one start of each. */
@Timeout(600)
@Order(1)
class StartIT {

  @Test
  void everyDestinationSeesItsFirstEvent() throws Exception {
    BenchCommand start = BenchCommand.run("start", "--runs", "1", "--json");

    assertThat(start.exitCode()).as(start.err()).isZero();
    assertThat(start.report())
        .containsEntry("benchmark", "start")
        .containsEntry("runs", 1)
        .containsEntry("faults", List.of());
    assertThat((Integer) start.report().get("jarBytes")).isGreaterThan(1_000_000);
    assertThat(start.contenders())
        .extracting(it -> String.valueOf(it.get("name")))
        .containsExactly("kafka", "sns", "sqs", "eventbridge");
    assertThat(start.contenders())
        .allSatisfy(
            it -> {
              assertThat(median(it, "firstEventMillis")).isGreaterThan(median(it, "initMillis"));
              assertThat(median(it, "processorMillis")).isPositive();
              assertThat((Integer) it.get("classesLoaded")).isPositive();
            });
    assertThat(start.list("destinations")).isEqualTo(start.contenders());
  }

  @Test
  void startThatLeavesOtherTablesThanItShouldIsAFault() throws Exception {
    Contender kafka = Contender.relay(Destination.KAFKA, "");
    Contender wrong =
        new Contender("wrong", "", kafka.function(), kafka.backlog(), Ledger.UNTOUCHED);
    try (StartStage stage = StartStage.open(_ -> {})) {
      assertThat(stage.run(kafka, 1).faults()).isEmpty();
      assertThat(stage.run(wrong, 1).faults())
          .containsExactly(
              "1 events at the broker instead of 0",
              "0 events still owed instead of 1",
              "1 events written down as delivered instead of 0");
    }
  }

  private static int median(Map<String, Object> contender, String part) {
    Map<?, ?> spread = (Map<?, ?>) Objects.requireNonNull(contender.get(part));
    return (Integer) Objects.requireNonNull(spread.get("median"));
  }
}
