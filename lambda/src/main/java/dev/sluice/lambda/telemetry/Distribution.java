package dev.sluice.lambda.telemetry;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How often which value was seen, in buckets that are at most a sixty-fourth of their value wide.
 * Recording allocates nothing, and the size does not depend on how much is recorded.
 */
final class Distribution {

  /** As many as CloudWatch takes for one metric of one line. */
  static final int QUANTILES = 100;

  private static final int BITS = 6;
  private static final int PART = 1 << BITS;

  /** Buckets up to 2^46: two years in microseconds. */
  private static final int OCTAVES = 40;

  private final int[] counts = new int[PART * (OCTAVES + 1)];
  private long total;
  private long least = Long.MAX_VALUE;
  private long most;

  void add(long value, int times) {
    long positive = Math.max(value, 0);
    counts[bucket(positive)] += times;
    total += times;
    least = Math.min(least, positive);
    most = Math.max(most, positive);
  }

  long total() {
    return total;
  }

  private static int bucket(long value) {
    int octave = Math.max(0, 64 - Long.numberOfLeadingZeros(value) - BITS - 1);
    return octave >= OCTAVES
        ? PART * (OCTAVES + 1) - 1
        : (octave << BITS) + (int) (value >>> octave);
  }

  /** The middle of the bucket. */
  private static long value(int bucket) {
    int octave = Math.max(0, (bucket >>> BITS) - 1);
    long low = (long) (bucket - (octave << BITS)) << octave;
    return low + ((1L << octave) - 1) / 2;
  }

  /** Evenly spaced, from the least to the most; as many as there were values, if they are few. */
  List<Long> quantiles() {
    int count = (int) Math.min(total, QUANTILES);
    long[] ranked = new long[count];
    long seen = 0;
    int next = 0;
    for (int bucket = 0; bucket < counts.length && next < count; bucket++) {
      seen += counts[bucket];
      while (next < count && rank(next, count) < seen) {
        ranked[next++] = Math.clamp(value(bucket), least, most);
      }
    }
    if (count > 0) {
      ranked[0] = least;
      ranked[count - 1] = most;
    }
    return IntStream.range(0, count).mapToObj(i -> ranked[i]).toList();
  }

  private long rank(int index, int count) {
    return count == 1 ? 0 : Math.round((double) index * (total - 1) / (count - 1));
  }
}
