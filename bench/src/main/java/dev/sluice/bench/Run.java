package dev.sluice.bench;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What was measured of a contender once, and how it differs from what it should be. */
record Run(Contender contender, Map<Measure, Double> figures, List<String> faults) {

  Run {
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    faults = List.copyOf(faults);
  }

  /** A run with an event that was lost or came twice has no rate. */
  static Run of(
      Contender contender,
      long events,
      Duration duration,
      Map<Measure, Double> figures,
      List<String> faults) {
    double seconds = duration.toNanos() / 1e9;
    Map<Measure, Double> all = new TreeMap<>(figures);
    all.put(Measure.EVENTS, (double) events);
    all.put(Measure.SECONDS, seconds);
    all.put(Measure.EVENTS_PER_SECOND, faults.isEmpty() ? events / seconds : 0);
    return new Run(contender, all, faults);
  }

  static Run failed(Contender contender, RuntimeException reason) {
    return new Run(contender, Map.of(), List.of(String.valueOf(reason.getMessage())));
  }

  boolean complete() {
    return faults.isEmpty();
  }

  /** Zero if it was not measured. */
  double figure(Measure measure) {
    return figures.getOrDefault(measure, 0.0);
  }

  /** Its first measure, and whether it was complete. */
  @Override
  public String toString() {
    String outcome = complete() ? "all accounted for" : "FAILED " + faults;
    return figures.entrySet().stream()
        .limit(1)
        .map(it -> String.format(Locale.ROOT, "%,9.0f %s, ", it.getValue(), it.getKey().words()))
        .collect(joining("", "", outcome));
  }
}
