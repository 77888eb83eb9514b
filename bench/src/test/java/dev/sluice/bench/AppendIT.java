package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The benchmark of appending, with few events. */
@Timeout(600)
class AppendIT {

  @Test
  void everyWayAppendsEveryEvent() throws Exception {
    BenchCommand append = BenchCommand.run("append", "--events", "2000", "--runs", "1", "--json");

    assertThat(append.exitCode()).as(append.err()).isZero();
    assertThat(append.report())
        .containsEntry("benchmark", "append")
        .containsEntry("faults", List.of());
    assertThat(append.contenders())
        .extracting(contender -> contender.get("name"))
        .containsExactly(
            "insert-1",
            "insert-100",
            "function-1",
            "function-100",
            "java-1",
            "java-100",
            "row-claim-1",
            "row-claim-100");
    assertThat(append.contenders())
        .allSatisfy(
            contender -> {
              String name = String.valueOf(contender.get("name"));
              assertThat(contender).containsEntry("events", name.endsWith("-100") ? 2_000 : 200);
              assertThat(number(contender.get("databaseMicrosPerEvent"))).isPositive();
              assertThat(number(contender.get("walBytesPerEvent"))).isGreaterThan(480);
            });
  }

  private static double number(@Nullable Object figure) {
    return ((Number) Objects.requireNonNull(figure)).doubleValue();
  }
}
