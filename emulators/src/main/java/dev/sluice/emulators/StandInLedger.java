package dev.sluice.emulators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What arrived and what was taken. One lock, so that every count fits every other. */
final class StandInLedger {

  private final boolean recording;
  private final List<StandInCall> calls = new ArrayList<>();
  private final Map<String, List<StandInEntry>> accepted = new HashMap<>();
  private final Map<String, Long> callsByAction = new HashMap<>();
  private final Map<String, Long> takenByTarget = new TreeMap<>();
  private final Map<Integer, Long> callsBySize = new TreeMap<>();
  private final Map<StandInGroup, Integer> groupsInFlight = new HashMap<>();
  private final Set<StandInGroup> overlapping = new HashSet<>();
  private final Map<StandInGroup, String> lastTaken = new HashMap<>();
  private final Set<StandInGroup> falling = new HashSet<>();
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
    long before = callsByAction.merge(unnumbered.action(), 1L, Long::sum) - 1;
    StandInCall call = unnumbered.numbered(before);
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
    callsBySize.merge(call.entries().size(), 1L, Long::sum);
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    for (StandInGroup group : groups(call)) {
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
    for (StandInGroup group : groups(call)) {
      groupsInFlight.computeIfPresent(group, (same, count) -> count == 1 ? null : count - 1);
    }
  }

  synchronized void take(List<StandInEntry> batch) {
    taken += batch.size();
    for (StandInEntry entry : batch) {
      takenByTarget.merge(entry.target(), 1L, Long::sum);
      compareWithLast(entry);
      if (recording) {
        accepted.computeIfAbsent(entry.target(), target -> new ArrayList<>()).add(entry);
      }
      observer.accept(entry);
    }
  }

  private void compareWithLast(StandInEntry entry) {
    String id = entry.deduplicationId();
    if (entry.groupId() != null && id != null) {
      StandInGroup group = new StandInGroup(entry.target(), entry.groupId());
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
        Map.copyOf(takenByTarget),
        inFlight,
        mostInFlight,
        Map.copyOf(callsBySize),
        Set.copyOf(overlapping),
        Set.copyOf(falling));
  }

  /** Counts from zero; calls that are in flight stay so. */
  synchronized void countAnew() {
    arrived = 0;
    entries = 0;
    taken = 0;
    mostInFlight = inFlight;
    takenByTarget.clear();
    callsBySize.clear();
    overlapping.clear();
    lastTaken.clear();
    falling.clear();
  }

  private void requireRecording() {
    if (!recording) {
      throw new IllegalStateException("this stand-in only counts");
    }
  }

  private static List<StandInGroup> groups(StandInCall call) {
    List<StandInGroup> groups = new ArrayList<>(call.entries().size());
    for (StandInEntry entry : call.entries()) {
      if (entry.groupId() != null) {
        groups.add(new StandInGroup(entry.target(), entry.groupId()));
      }
    }
    return groups;
  }
}
