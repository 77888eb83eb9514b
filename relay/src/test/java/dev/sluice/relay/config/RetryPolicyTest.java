package dev.sluice.relay.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.relay.config.RetryPolicy.Exponential;
import dev.sluice.relay.config.RetryPolicy.Listed;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Laws, tried with many policies; a failure names its seed. */
final class RetryPolicyTest {

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  private static void holdsForManySeeds(Consumer<RandomGenerator> law) {
    for (long seed = 0; seed < 200; seed++) {
      RandomGenerator random = random(seed);
      assertThatCode(() -> law.accept(random)).as("seed %d", seed).doesNotThrowAnyException();
    }
  }

  private static Exponential policy(RandomGenerator random, double jitter) {
    long base = random.nextLong(1, 3_600_000);
    long max = base + random.nextLong(0, 86_400_000);
    return new Exponential(
        Duration.ofMillis(base), Duration.ofMillis(max), random.nextDouble(1, 10), jitter);
  }

  /** By repeated multiplication: the definition, where the code uses a power. */
  private static double withoutJitter(Exponential policy, int failures) {
    double delay = (double) policy.base().toMillis();
    for (int i = 1; i < failures && delay < policy.max().toMillis(); i++) {
      delay *= policy.factor();
    }
    return Math.min(delay, (double) policy.max().toMillis());
  }

  @Test
  void exponentialStaysInItsBand() {
    holdsForManySeeds(RetryPolicyTest::exponentialStaysInItsBand);
  }

  private static void exponentialStaysInItsBand(RandomGenerator random) {
    Exponential policy = policy(random, random.nextDouble());
    for (int failures = 1; failures <= 1000; failures++) {
      double middle = withoutJitter(policy, failures);
      double delay = (double) policy.delay(failures, random.nextDouble()).toMillis();
      assertThat(delay)
          .isBetween(middle * (1 - policy.jitter()) - 1, middle * (1 + policy.jitter()) + 1);
      assertThat(delay)
          .isLessThanOrEqualTo(Math.ceil(policy.max().toMillis() * (1 + policy.jitter())));
    }
  }

  @Test
  void withoutJitterDelaysOnlyGrowFromBaseToMax() {
    holdsForManySeeds(RetryPolicyTest::withoutJitterDelaysOnlyGrowFromBaseToMax);
  }

  private static void withoutJitterDelaysOnlyGrowFromBaseToMax(RandomGenerator random) {
    Exponential policy = policy(random, 0);
    List<Duration> delays =
        IntStream.rangeClosed(1, 2000)
            .mapToObj(failures -> policy.delay(failures, random.nextDouble()))
            .toList();
    assertThat(delays).isSorted();
    assertThat(delays.getFirst()).isEqualTo(policy.base());
    assertThat(delays).allMatch(delay -> delay.compareTo(policy.max()) <= 0);
  }

  @Test
  void growthEndsAtTheMaximumHoweverOftenAnEventFailed() {
    Exponential policy = new Exponential(Duration.ofSeconds(2), Duration.ofMinutes(10), 2, 0);
    assertThat(policy.delay(1, 0.5)).hasSeconds(2);
    assertThat(policy.delay(2, 0.5)).hasSeconds(4);
    assertThat(policy.delay(9, 0.5)).hasSeconds(512);
    assertThat(policy.delay(10, 0.5)).hasSeconds(600);
    assertThat(policy.delay(Integer.MAX_VALUE, 0.5)).hasSeconds(600);
  }

  @Test
  void factorOfOneIsAConstantDelay() {
    Exponential policy = new Exponential(Duration.ofSeconds(3), Duration.ofHours(1), 1, 0);
    assertThat(policy.delay(1, 0)).isEqualTo(policy.delay(500, 0)).hasSeconds(3);
  }

  /** The control of the band: chance reaches both of its ends and its middle. */
  @Test
  void jitterSpreadsOverItsWholeBand() {
    Exponential policy = new Exponential(Duration.ofSeconds(10), Duration.ofSeconds(10), 1, 0.2);
    assertThat(policy.delay(1, 0)).hasSeconds(8);
    assertThat(policy.delay(1, 0.5)).hasSeconds(10);
    assertThat(policy.delay(1, Math.nextDown(1.0))).hasSeconds(12);
    long[] delays =
        random(1).doubles(10_000).mapToLong(chance -> policy.delay(1, chance).toMillis()).toArray();
    assertThat(LongStream.of(delays).average().orElseThrow()).isBetween(9_950.0, 10_050.0);
    assertThat(LongStream.of(delays).distinct().count()).isGreaterThan(3_000);
  }

  @Test
  void listIsFollowedAndItsLastDelayIsRepeated() {
    holdsForManySeeds(RetryPolicyTest::listIsFollowedAndItsLastDelayIsRepeated);
  }

  private static void listIsFollowedAndItsLastDelayIsRepeated(RandomGenerator random) {
    List<Duration> delays =
        random.longs(random.nextInt(1, 20), 1, 1_000_000).mapToObj(Duration::ofMillis).toList();
    Listed policy = new Listed(delays);
    for (int failures = 1; failures <= delays.size(); failures++) {
      assertThat(policy.delay(failures, random.nextDouble())).isEqualTo(delays.get(failures - 1));
    }
    int later = random.nextInt(delays.size(), Integer.MAX_VALUE);
    assertThat(policy.delay(later, random.nextDouble())).isEqualTo(delays.getLast());
  }
}
