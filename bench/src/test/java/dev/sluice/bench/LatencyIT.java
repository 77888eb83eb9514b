package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The benchmark of latency, for five seconds and without a hand-over. */
@Timeout(600)
class LatencyIT {

  @Test
  void everyEventIsSeenByTheConsumer() throws Exception {
    BenchCommand latency = BenchCommand.run("latency", "--events", "3000", "--json");

    assertThat(latency.exitCode()).as(latency.err()).isZero();
    assertThat(latency.report())
        .containsEntry("benchmark", "latency")
        .containsEntry("eventsPerSecond", Latency.RATE)
        .containsEntry("faults", List.of());
    assertThat(latency.contenders())
        .singleElement()
        .satisfies(
            loop -> {
              assertThat(number(loop.get("p50Millis"))).isPositive();
              assertThat(number(loop.get("p99Millis")))
                  .isBetween(number(loop.get("p50Millis")), number(loop.get("slowestMillis")));
              assertThat(number(loop.get("worstSecondMillis")))
                  .isGreaterThanOrEqualTo(number(loop.get("p50Millis")));
              assertThat(number(loop.get("within1000Millis"))).isBetween(1.0, 100.0);
              assertThat(loop).containsEntry("handOverMillis", 0.0);
            });
  }

  private static double number(@Nullable Object figure) {
    return ((Number) Objects.requireNonNull(figure)).doubleValue();
  }
}
