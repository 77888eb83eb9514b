package dev.sluice.bench;

import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One measured run of a contender, and its differences from the expected result. */
record Run(Contender contender, Map<Measure, Double> figures, List<String> faults) {

  /** A run with an event that was lost or came twice has no rate. */
  Run {
    Map<Measure, Double> measured = new TreeMap<>(figures);
    if (!faults.isEmpty()) {
      measured.replace(Measure.EVENTS_PER_SECOND, 0.0);
    }
    figures = Collections.unmodifiableMap(measured);
    faults = List.copyOf(faults);
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
