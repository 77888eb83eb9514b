package dev.sluice.emulators;

import java.util.Map;
import java.util.Set;

/**
 * What the stand-in has seen so far of calls that publish.
 *
 * @param calls calls that arrived, whatever was answered
 * @param entries entries that arrived with them
 * @param taken entries that were taken
 * @param inFlight calls that are not answered yet
 * @param mostInFlight most calls that were in flight at once
 * @param overlappingGroups message groups of which two entries were in flight at once, in one call
 *     or in two
 * @param fallingGroups message groups that took an entry whose deduplication id does not come after
 *     the one before, as text: sent twice or out of order, if the sender's ids rise
 */
public record StandInCounts(
    long calls,
    long entries,
    long taken,
    int inFlight,
    int mostInFlight,
    Set<Group> overlappingGroups,
    Set<Group> fallingGroups) {

  /** A message group of a topic or queue. */
  public record Group(String target, String groupId) {}

  Map<String, Number> numbers() {
    return Map.of(
        "calls", calls,
        "entries", entries,
        "taken", taken,
        "inFlight", inFlight,
        "mostInFlight", mostInFlight,
        "overlappingGroups", overlappingGroups.size(),
        "fallingGroups", fallingGroups.size());
  }
}
