package dev.sluice.bench;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * When each event was committed and when a consumer had it, on one monotonic clock.
 *
 * @param seenAt 0 for an event that has not arrived
 */
record Latencies(long[] committedAt, long[] seenAt) {

  private static final long SECOND = 1_000_000_000;

  /** How far from a hand-over an event belongs to it. */
  private static final long BORDER = 2 * SECOND;

  /**
   * In the order of the events, in nanoseconds. A consumer may be quicker than a commit's answer.
   */
  private long[] each() {
    return IntStream.range(0, committedAt.length)
        .mapToLong(i -> Math.max(0, seenAt[i] - committedAt[i]))
        .toArray();
  }

  /**
   * @param handOvers when an invocation began while another was at work
   */
  Map<Measure, Double> figures(LongStream handOvers) {
    long[] each = each();
    long[] sorted = each.clone();
    Arrays.sort(sorted);
    Map<Measure, Double> figures = new EnumMap<>(Measure.class);
    figures.put(Measure.P50_MILLIS, millis(share(sorted, 0.5)));
    figures.put(Measure.P90_MILLIS, millis(share(sorted, 0.9)));
    figures.put(Measure.P99_MILLIS, millis(share(sorted, 0.99)));
    figures.put(Measure.P999_MILLIS, millis(share(sorted, 0.999)));
    figures.put(Measure.SLOWEST_MILLIS, millis(sorted[sorted.length - 1]));
    figures.put(Measure.WORST_SECOND_MILLIS, worstSecond(each));
    figures.put(Measure.HAND_OVER_MILLIS, slowestNear(each, handOvers.toArray()));
    for (Measure within : Measure.WITHIN) {
      long most = within.millis() * 1_000_000L;
      figures.put(
          within, 100.0 * Arrays.stream(sorted).filter(it -> it <= most).count() / sorted.length);
    }
    return figures;
  }

  private static long share(long[] sorted, double part) {
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }

  /** The median of the second in which it was highest. */
  private double worstSecond(long[] each) {
    double worst = 0;
    int from = 0;
    for (int i = 1; i <= each.length; i++) {
      if (i == each.length || committedAt[i] - committedAt[from] >= SECOND) {
        long[] second = Arrays.copyOfRange(each, from, i);
        Arrays.sort(second);
        worst = Math.max(worst, millis(share(second, 0.5)));
        from = i;
      }
    }
    return worst;
  }

  private double slowestNear(long[] each, long[] handOvers) {
    return millis(
        IntStream.range(0, each.length)
            .filter(
                i ->
                    Arrays.stream(handOvers).anyMatch(at -> Math.abs(committedAt[i] - at) < BORDER))
            .mapToLong(i -> each[i])
            .max()
            .orElse(0));
  }
}
