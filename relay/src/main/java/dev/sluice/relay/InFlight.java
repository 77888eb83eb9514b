package dev.sluice.relay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was read and is neither settled nor put back. Bounded twice: by events, since all of them
 * may arrive again after a crash, and by bytes, since a function has little memory.
 */
final class InFlight {

  /** One call being published, one waiting, one being settled: a commit takes as long as a disk. */
  private static final int BATCHES = 3 * Outlet.CALL;

  private static final long BYTES = 64L << 20;

  private final Map<Long, OwedEvent> events = new HashMap<>();
  private final int limit;
  private long bytes;

  InFlight(int batch) {
    this.limit = BATCHES * batch;
  }

  int limit() {
    return limit;
  }

  boolean full() {
    return events.size() >= limit || bytes >= BYTES;
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  boolean contains(OwedEvent event) {
    return events.containsKey(event.seq());
  }

  /** What a read from there on would bring once more; a retry is read wherever it lies. */
  List<Long> seqsToLeaveOut(long place) {
    return events.values().stream()
        .filter(event -> event.retry() || event.seq() > place)
        .map(OwedEvent::seq)
        .toList();
  }

  /** False if it is there already. */
  boolean add(OwedEvent event) {
    boolean added = events.putIfAbsent(event.seq(), event) == null;
    bytes += added ? event.bytes() : 0;
    return added;
  }

  void remove(OwedEvent event) {
    bytes -= events.remove(event.seq()) == null ? 0 : event.bytes();
  }
}
