package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.testing.Environments;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DeadlinesTest {

  private static final long START = -5_000; // System.nanoTime may be negative
  private static final RelayConfig CONFIG =
      RelayConfig.parse(Environments.with(Map.of("SLUICE_PUBLISH_TIMEOUT", "10s")));

  private static Deadlines of(Duration remaining) {
    return Deadlines.of(CONFIG, START, remaining);
  }

  private static double seconds(long nanoTime) {
    return (nanoTime - START) / 1e9;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # remaining s | last publish | abandon
          900           | 125          | 898
          150           | 125          | 148
          120           | 108          | 118
          69            | 57           | 67
          60            | 48           | 58
          30            | 18           | 28
          24            | 12           | 22
          10            | 5            | 8
          4             | 2            | 3
          1             | 0.5          | 0.75
          0             | 0            | 0
          """)
  void timesFollowFromWhatIsLeft(int remaining, double lastPublish, double abandon) {
    Deadlines deadlines = of(Duration.ofSeconds(remaining));
    assertThat(deadlines.start()).isEqualTo(START);
    assertThat(seconds(deadlines.lastPublish())).isEqualTo(lastPublish);
    assertThat(seconds(deadlines.abandon())).isEqualTo(abandon);
  }

  /** Whenever there is time for it at all: the last call may take its full time. */
  @ParameterizedTest
  @ValueSource(ints = {24, 30, 60, 61, 120, 900})
  void lastCallEndsBeforeItIsAbandoned(int remaining) {
    Deadlines deadlines = of(Duration.ofSeconds(remaining));
    assertThat(deadlines.lastPublish() + CONFIG.publishTimeout().toNanos())
        .isLessThanOrEqualTo(deadlines.abandon());
  }

  @Test
  void timesAreInOrderForEveryRemainder() {
    for (int millis = 0; millis <= 200_000; millis += 37) {
      Deadlines deadlines = of(Duration.ofMillis(millis));
      assertThat(deadlines.lastPublish()).isBetween(START, deadlines.abandon());
      assertThat(deadlines.abandon()).isLessThanOrEqualTo(START + millis * 1_000_000L);
    }
  }
}
