package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How carefully the lane works after crashes. An event that kills the process is found in steps:
 * first small calls, whose events are named beforehand; then each of those that were named at the
 * next crash alone; and one that was named alone at two crashes in a row is dead.
 */
final class Caution {

  static final int CALL = 32;

  /** Suspects may have been delivered, and never come. */
  static final int MOST_ALONE = 256;

  private static final int KEYS = 500;
  private static final int EVENTS_OF_KEY = 50;
  private static final long BYTES = 48L << 20;
  private static final long CAREFUL_BYTES = 8L << 20;

  private final int batch;
  private final int lanes;
  private final Set<Long> suspects = new HashSet<>();
  private final Set<Long> condemned = new HashSet<>();
  private final Set<Long> named = new HashSet<>();
  private int crashes;
  private long answered;
  private long unwritten;

  /**
   * @param lanes that share the memory of the process
   */
  Caution(int batch, int lanes) {
    this.batch = batch;
    this.lanes = lanes;
  }

  /** The last owners of shards that this lane took. */
  void learn(Crashes learned) {
    if (learned.most() > 0) {
      answered = careful() ? Math.min(answered, learned.answered()) : learned.answered();
      crashes = Math.max(crashes, learned.most());
      suspects.addAll(learned.suspects());
      condemned.addAll(learned.condemned());
      suspects.removeAll(condemned);
    }
  }

  boolean careful() {
    return crashes > 0;
  }

  /** How many events one call and one page may have. */
  int limit() {
    return careful() ? Math.min(batch, alone() ? 1 : CALL) : batch;
  }

  /** Of how many keys held events are read at once. */
  int keys() {
    return careful() ? limit() : KEYS;
  }

  int eventsOfKey() {
    return careful() ? 1 : EVENTS_OF_KEY;
  }

  /** How many bytes may be read ahead. */
  long bytes() {
    return (careful() ? CAREFUL_BYTES : BYTES) / lanes;
  }

  private boolean alone() {
    return !suspects.isEmpty() && answered < MOST_ALONE;
  }

  /** The first of these that may be sent together. A suspect is sent alone whenever it comes. */
  List<LogEvent> together(List<LogEvent> events) {
    if (!careful()) {
      return events;
    }
    int most = Math.min(events.size(), suspects.contains(events.getFirst().seq()) ? 1 : limit());
    int count = 1;
    long bytes = events.getFirst().bytes();
    while (count < most && !suspects.contains(events.get(count).seq())) {
      bytes += events.get(count).bytes();
      if (bytes > CAREFUL_BYTES) {
        break;
      }
      count++;
    }
    return events.subList(0, count);
  }

  /** Why it must not be sent; null if it may. */
  @Nullable Rejected verdict(LogEvent event) {
    return condemned.contains(event.seq()) ? LogEvent.CONDEMNED : event.undeliverable();
  }

  /** They are sent now. */
  void named(List<LogEvent> events) {
    named.clear();
    events.forEach(event -> named.add(event.seq()));
  }

  /** The process survived it. */
  void answered(LogEvent event) {
    if (named.remove(event.seq())) {
      answered++;
      unwritten++;
      suspects.remove(event.seq());
    }
  }

  /** Answered events of which the database does not know. */
  long unwritten() {
    return unwritten;
  }

  void written(long some) {
    unwritten -= some;
  }

  /**
   * Whatever was in flight at the crash was sent again, as far as it could be read.
   *
   * @param destinations that were in use
   */
  boolean over(int destinations) {
    long inFlight = (long) DestinationQueue.mostEvents(batch) * Math.max(1, destinations);
    return careful() && !alone() && answered >= inFlight;
  }

  void clear() {
    crashes = 0;
    answered = 0;
    unwritten = 0;
    suspects.clear();
    condemned.clear();
    named.clear();
  }
}
