package dev.sluice.local.demo;

import dev.sluice.local.orders.OutboxGauge;
import java.util.List;

/**
 * Everything that the terminal shows at one moment.
 *
 * @param retries failed attempts that were, or will be, tried again
 * @param perSecond arrivals in each of the last seconds, the youngest last
 */
record Snapshot(
    long seconds,
    int appended,
    int rolledBack,
    int delivered,
    int duplicates,
    int reordered,
    int retries,
    OutboxGauge.Level outbox,
    Latencies.Percentiles latency,
    List<Integer> perSecond,
    List<PlaceCount> places,
    List<Scenario.Entry> acts,
    String relay) {

  record PlaceCount(String label, int appended, int delivered, boolean ordered) {}

  Snapshot {
    perSecond = List.copyOf(perSecond);
    places = List.copyOf(places);
    acts = List.copyOf(acts);
  }

  /** Of the last three seconds. */
  long eventsPerSecond() {
    List<Integer> last = perSecond.subList(Math.max(0, perSecond.size() - 3), perSecond.size());
    return Math.round(last.stream().mapToInt(Integer::intValue).average().orElse(0));
  }
}
