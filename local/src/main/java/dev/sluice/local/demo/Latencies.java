package dev.sluice.local.demo;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** From commit to arrival: lately, and while nothing was broken. */
final class Latencies {

  private static final long LATELY = TimeUnit.SECONDS.toNanos(5);
  private static final int SECONDS_SHOWN = 30;

  private record Sample(long at, long nanos) {}

  /** In milliseconds. */
  record Percentiles(double p50, double p99) {}

  private final Deque<Sample> recent = new ArrayDeque<>();
  private final Deque<Long> undisturbed = new ArrayDeque<>();
  private final int[] perSecond = new int[SECONDS_SHOWN + 2];
  private final long start;
  private long second;

  Latencies(long start) {
    this.start = start;
  }

  synchronized void add(long arrivedAt, long nanos, boolean disturbed) {
    recent.add(new Sample(arrivedAt, nanos));
    if (!disturbed) {
      undisturbed.add(nanos);
    }
    turnTo(arrivedAt);
    perSecond[slot(second)]++;
  }

  private void turnTo(long now) {
    long current = Math.max(second, (now - start) / TimeUnit.SECONDS.toNanos(1));
    for (; second < current; second++) {
      perSecond[slot(second + 1)] = 0;
    }
  }

  private int slot(long second) {
    return (int) (second % perSecond.length);
  }

  synchronized Percentiles lately(long now) {
    while (!recent.isEmpty() && recent.peekFirst().at() < now - LATELY) {
      recent.pollFirst();
    }
    return percentiles(recent.stream().mapToLong(Sample::nanos).toArray());
  }

  synchronized Percentiles undisturbed() {
    return percentiles(undisturbed.stream().mapToLong(Long::longValue).toArray());
  }

  /** Arrivals in each of the last full seconds, the youngest last. */
  synchronized int[] history(long now) {
    turnTo(now);
    int seconds = (int) Math.min(second, SECONDS_SHOWN);
    int[] history = new int[seconds];
    for (int i = 0; i < seconds; i++) {
      history[i] = perSecond[slot(second - seconds + i)];
    }
    return history;
  }

  private static Percentiles percentiles(long[] nanos) {
    Arrays.sort(nanos);
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
