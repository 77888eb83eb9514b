package dev.sluice.lambda.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class DistributionTest {

  private final Distribution seen = new Distribution();

  @Test
  void fewSmallValuesAreToldAsTheyAre() {
    LongStream.of(5, 1, 100, 1).forEach(value -> seen.add(value, 1));
    assertThat(seen.quantiles()).containsExactly(1L, 1L, 5L, 100L);
  }

  @Test
  void nothingSeenIsNothingTold() {
    assertThat(seen.quantiles()).isEmpty();
  }

  @Test
  void valueBelowZeroIsZeroAndAnyOtherFits() {
    seen.add(-5, 1);
    seen.add(Long.MAX_VALUE, 1);
    assertThat(seen.quantiles()).containsExactly(0L, Long.MAX_VALUE);
  }

  @Test
  void quantilesAreThoseOfAllValues() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    long[] values =
        IntStream.range(0, 200_000)
            .mapToLong(_ -> (long) Math.exp(random.nextDouble() * 20))
            .toArray();
    for (long value : values) {
      seen.add(value, 1);
    }
    long[] sorted = LongStream.of(values).sorted().toArray();
    List<Long> quantiles = seen.quantiles();
    assertThat(quantiles).hasSize(100).isSorted();
    for (int i = 0; i < 100; i++) {
      long exact = sorted[(int) Math.round(i * (sorted.length - 1) / 99.0)];
      assertThat(quantiles.get(i)).isCloseTo(exact, withinPercentage(1.6));
    }
    assertThat(quantiles.getFirst()).isEqualTo(sorted[0]);
    assertThat(quantiles.getLast()).isEqualTo(sorted[sorted.length - 1]);
  }
}
