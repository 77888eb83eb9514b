package dev.sluice.local.demo;

import dev.sluice.local.orders.Arrival;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** From commit to arrival: lately, and while nothing was broken. Times are this JVM's monotonic. */
final class Latencies {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long LATELY = 5 * SECOND;
  private static final int SECONDS_SHOWN = 30;

  /** In nanoseconds since the start. */
  private record Sample(long committed, long arrived) {}

  /** In milliseconds. */
  record Percentiles(double p50, double p99) {}

  private final long start = System.nanoTime();
  private final Map<String, Long> committing = new ConcurrentHashMap<>();
  private final List<Sample> samples = new ArrayList<>();
  private long calmFrom;
  private long calmTo;

  void committing(String id) {
    committing.put(id, System.nanoTime());
  }

  synchronized void arrived(Arrival arrival) {
    Long committed = committing.remove(arrival.id());
    if (committed != null) {
      samples.add(new Sample(committed - start, arrival.nanoTime() - start));
    }
  }

  /** Events committed in this time had nothing to suffer. */
  synchronized void calm(long from, long to) {
    calmFrom = from - start;
    calmTo = to - start;
  }

  synchronized Percentiles calm() {
    return percentiles(sample -> sample.committed >= calmFrom && sample.committed < calmTo);
  }

  synchronized Percentiles lately(long now) {
    return percentiles(sample -> sample.arrived >= now - start - LATELY);
  }

  /** Arrivals in each of the last full seconds, the youngest last. */
  synchronized List<Integer> history(long now) {
    long current = (now - start) / SECOND;
    int[] history = new int[(int) Math.min(current, SECONDS_SHOWN)];
    long first = current - history.length;
    for (Sample sample : samples) {
      long second = sample.arrived / SECOND;
      if (second >= first && second < current) {
        history[(int) (second - first)]++;
      }
    }
    return Arrays.stream(history).boxed().toList();
  }

  private Percentiles percentiles(Predicate<Sample> which) {
    long[] nanos =
        samples.stream()
            .filter(which)
            .mapToLong(sample -> sample.arrived - sample.committed)
            .sorted()
            .toArray();
    return new Percentiles(at(nanos, 0.50), at(nanos, 0.99));
  }

  private static double at(long[] sorted, double rank) {
    if (sorted.length == 0) {
      return 0;
    }
    int index = (int) Math.ceil(rank * sorted.length) - 1;
    return Math.round(sorted[Math.max(index, 0)] / 1e5) / 10.0;
  }
}
