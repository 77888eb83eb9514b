package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LatenciesTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  /** A hundred events a second for ten seconds, each seen after a millisecond. */
  private final Latencies latencies = new Latencies(new long[1000], new long[1000]);

  LatenciesTest() {
    for (int i = 0; i < 1000; i++) {
      latencies.committedAt()[i] = 7 + i * SECOND / 100;
      see(i, 1);
    }
  }

  private void see(int event, long millis) {
    latencies.seenAt()[event] = latencies.committedAt()[event] + millis * MILLI;
  }

  private Map<Measure, Double> figures(long... handOvers) {
    return latencies.figures(LongStream.of(handOvers));
  }

  @Test
  void sharesOfTheEventsAreCounted() {
    for (int i = 0; i < 20; i++) {
      see(i * 50, 30);
    }
    see(999, 400);
    assertThat(figures())
        .containsEntry(Measure.P50_MILLIS, 1.0)
        .containsEntry(Measure.P99_MILLIS, 30.0)
        .containsEntry(Measure.SLOWEST_MILLIS, 400.0)
        .containsEntry(Measure.WITHIN_20, 97.9)
        .containsEntry(Measure.WITHIN_50, 99.9)
        .containsEntry(Measure.WITHIN_1000, 100.0);
  }

  @Test
  void worstSecondIsTheOneWithTheHighestMedian() {
    for (int i = 300; i < 360; i++) {
      see(i, 80);
    }
    see(700, 900);
    assertThat(figures()).containsEntry(Measure.WORST_SECOND_MILLIS, 80.0);
  }

  @Test
  void slowestAtAHandOverIsOfTheTwoSecondsOnEitherSide() {
    see(100, 500);
    see(640, 70);
    see(880, 300);
    assertThat(figures(6 * SECOND)).containsEntry(Measure.HAND_OVER_MILLIS, 70.0);
    assertThat(figures()).containsEntry(Measure.HAND_OVER_MILLIS, 0.0);
  }

  @Test
  void consumerThatIsQuickerThanTheAnswerOfTheCommitWaitedForNothing() {
    for (int i = 0; i < 1000; i++) {
      see(i, -1);
    }
    assertThat(figures()).containsEntry(Measure.SLOWEST_MILLIS, 0.0);
  }
}
