package dev.sluice.local.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** All that has happened so far. */
final class Disturbances {

  private final Consumer<String> progress;
  private final long start = System.nanoTime();
  private final List<Disturbance> all = new ArrayList<>();
  private final List<String> unexpected = new ArrayList<>();

  Disturbances(Consumer<String> progress) {
    this.progress = progress;
  }

  static long now() {
    return System.currentTimeMillis();
  }

  /** Until now. */
  void add(Fault fault, long fromMillis, int shards, String where) {
    add(fault, fromMillis, now(), shards, where);
  }

  synchronized void add(Fault fault, long fromMillis, long toMillis, int shards, String where) {
    all.add(new Disturbance(fault, fromMillis, toMillis, shards));
    double seconds = (System.nanoTime() - start) / 1e9;
    progress.accept(
        "%7.1f s  %s %s, %d shards"
            .formatted(seconds, fault.text(), where, Integer.bitCount(shards)));
  }

  /** Nobody did it. */
  synchronized void unexpected(String event) {
    unexpected.add(event);
    progress.accept("unexpected: " + event);
  }

  synchronized List<String> unexpected() {
    return List.copyOf(unexpected);
  }

  synchronized List<Disturbance> all() {
    return List.copyOf(all);
  }

  synchronized Map<Fault, Integer> counts() {
    Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    all.forEach(one -> counts.merge(one.fault(), 1, Integer::sum));
    return counts;
  }
}
