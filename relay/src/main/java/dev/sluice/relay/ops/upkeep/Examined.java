package dev.sluice.relay.ops.upkeep;

import dev.sluice.relay.ops.upkeep.RingSql.Slot;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of a slot, and which of its events a subscription has neither in the ledger nor
 * held.
 *
 * @param uncovered by stream, those that the lanes are done with
 * @param owed by stream, those that a lane has still to read
 * @param missing the first of both, in their order
 * @param snapshot what was visible
 * @param time when it was examined, by the database's clock
 * @param held how long ago the last event of the slot came to outbox.held; long ago if none is
 *     there
 */
record Examined(
    String subscription,
    Slot slot,
    long events,
    Map<String, Long> uncovered,
    Map<String, Long> owed,
    List<Missing> missing,
    String snapshot,
    String time,
    Duration held) {

  /**
   * An event that is in neither.
   *
   * @param done no lane will read it again
   */
  record Missing(String stream, long seq, boolean done) {}

  boolean accounted() {
    return uncovered.isEmpty() && owed.isEmpty();
  }

  List<Missing> missing(boolean done) {
    return missing.stream().filter(event -> event.done() == done).toList();
  }

  long owedEvents() {
    return owed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** By stream, all that is missing. */
  Map<String, Long> streams() {
    Map<String, Long> all = new LinkedHashMap<>(owed);
    uncovered.forEach((stream, events) -> all.merge(stream, events, Long::sum));
    return all;
  }
}
