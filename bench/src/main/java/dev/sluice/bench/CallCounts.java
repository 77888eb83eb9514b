package dev.sluice.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the stand-in saw of a run. */
record CallCounts(
    long calls,
    long entries,
    long taken,
    long mostInFlight,
    long overlappingGroups,
    long fallingGroups) {

  static final CallCounts NONE = new CallCounts(0, 0, 0, 0, 0, 0);

  static CallCounts parse(String json) throws IOException {
    Map<String, Object> counts = JSON.std.mapFrom(json);
    return new CallCounts(
        number(counts, "calls"),
        number(counts, "entries"),
        number(counts, "taken"),
        number(counts, "mostInFlight"),
        number(counts, "overlappingGroups"),
        number(counts, "fallingGroups"));
  }

  private static long number(Map<String, Object> counts, String name) {
    if (counts.get(name) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalStateException("no '" + name + "' among the counts " + counts);
  }

  double entriesPerCall() {
    return calls == 0 ? 0 : (double) entries / calls;
  }

  /** What should not have been seen: everything is accepted at once, so nothing is sent again. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    if (entries != taken) {
      faults.add(entries + " entries were sent for " + taken + " that were taken");
    }
    if (overlappingGroups > 0) {
      faults.add(overlappingGroups + " keys had two entries in flight at once");
    }
    if (fallingGroups > 0) {
      faults.add(fallingGroups + " keys were out of order or came twice");
    }
    return faults;
  }
}
