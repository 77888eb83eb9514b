package dev.sluice.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The events that a broker has taken, and its other counts.
 *
 * @param events so far; one that was taken twice counts twice
 */
record Taken(long events, Map<Measure, Double> figures, List<String> faults) {

  Taken {
    figures = Map.copyOf(figures);
    faults = List.copyOf(faults);
  }

  /** As the stand-in counts. It accepts everything at once, so nothing should be sent again. */
  static Taken of(Fields counts) {
    long calls = counts.number("calls");
    long entries = counts.number("entries");
    long taken = counts.number("taken");
    List<String> faults = new ArrayList<>();
    if (entries != taken) {
      faults.add(entries + " entries were sent for " + taken + " that were taken");
    }
    long overlapping = counts.number("overlappingGroups");
    if (overlapping > 0) {
      faults.add(overlapping + " keys had two entries in flight at once");
    }
    long falling = counts.number("fallingGroups");
    if (falling > 0) {
      faults.add(falling + " keys were out of order or came twice");
    }
    Map<Measure, Double> figures =
        Map.of(
            Measure.ENTRIES_PER_CALL,
            calls == 0 ? 0 : (double) entries / calls,
            Measure.MOST_CALLS_IN_FLIGHT,
            (double) counts.number("mostInFlight"));
    return new Taken(taken, figures, faults);
  }
}
