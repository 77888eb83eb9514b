package dev.sluice.emulators;

import dev.sluice.emulators.StandInCounts.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What arrived and what was taken. One lock, so that every count fits every other. */
final class StandInLedger {

  private final boolean recording;
  private final List<StandInCall> calls = new ArrayList<>();
  private final Map<String, List<StandInEntry>> accepted = new HashMap<>();
  private final Map<String, Long> callsByAction = new HashMap<>();
  private final Map<Group, Integer> groupsInFlight = new HashMap<>();
  private final Set<Group> overlapping = new HashSet<>();
  private final Map<Group, String> lastTaken = new HashMap<>();
  private final Set<Group> falling = new HashSet<>();
  private Consumer<StandInEntry> observer = entry -> {};
  private long arrived;
  private long entries;
  private long taken;
  private int inFlight;
  private int mostInFlight;

  StandInLedger(boolean recording) {
    this.recording = recording;
  }

  synchronized void observe(Consumer<StandInEntry> observer) {
    this.observer = observer;
  }

  /** The call with its number. */
  synchronized StandInCall arrive(StandInCall unnumbered) {
    StandInCall call = unnumbered.numbered(callsByAction.merge(unnumbered.action(), 1L, Long::sum));
    if (recording) {
      calls.add(call);
    }
    if (!call.entries().isEmpty()) {
      count(call);
    }
    return call;
  }

  private void count(StandInCall call) {
    arrived++;
    entries += call.entries().size();
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    for (Group group : groups(call)) {
      if (groupsInFlight.merge(group, 1, Integer::sum) > 1) {
        overlapping.add(group);
      }
    }
  }

  /**
   * Must happen before the answer is sent: its receiver may send the group's next entry at once.
   */
  synchronized void leave(StandInCall call) {
    if (call.entries().isEmpty()) {
      return;
    }
    inFlight--;
    for (Group group : groups(call)) {
      groupsInFlight.computeIfPresent(group, (same, count) -> count == 1 ? null : count - 1);
    }
  }

  synchronized void take(List<StandInEntry> batch) {
    taken += batch.size();
    for (StandInEntry entry : batch) {
      compareWithLast(entry);
      if (recording) {
        accepted.computeIfAbsent(entry.target(), target -> new ArrayList<>()).add(entry);
      }
      observer.accept(entry);
    }
  }

  private void compareWithLast(StandInEntry entry) {
    String id = entry.deduplicationId();
    String ordered = entry.orderedGroup();
    if (ordered != null && id != null) {
      Group group = new Group(entry.target(), ordered);
      String last = lastTaken.put(group, id);
      if (last != null && last.compareTo(id) >= 0) {
        falling.add(group);
      }
    }
  }

  synchronized List<StandInEntry> accepted(String target) {
    requireRecording();
    return List.copyOf(accepted.getOrDefault(target, List.of()));
  }

  synchronized List<StandInCall> calls() {
    requireRecording();
    return List.copyOf(calls);
  }

  synchronized StandInCounts counts() {
    return new StandInCounts(
        arrived,
        entries,
        taken,
        inFlight,
        mostInFlight,
        Set.copyOf(overlapping),
        Set.copyOf(falling));
  }

  /** Counts from zero; calls that are in flight stay so. */
  synchronized void countAnew() {
    arrived = 0;
    entries = 0;
    taken = 0;
    mostInFlight = inFlight;
    overlapping.clear();
    lastTaken.clear();
    falling.clear();
  }

  private void requireRecording() {
    if (!recording) {
      throw new IllegalStateException("this stand-in only counts");
    }
  }

  private static List<Group> groups(StandInCall call) {
    List<Group> groups = new ArrayList<>(call.entries().size());
    for (StandInEntry entry : call.entries()) {
      String ordered = entry.orderedGroup();
      if (ordered != null) {
        groups.add(new Group(entry.target(), ordered));
      }
    }
    return groups;
  }
}
