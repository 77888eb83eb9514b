package dev.sluice.relay;

import dev.sluice.relay.spi.Destination;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** One destination as this lane sees it: what waits for it, and its breaker. */
final class Outlet {

  enum Breaker {
    CLOSED,
    OPEN,
    /** Open long enough: one event may try, by whichever lane takes the probe first. */
    PROBE_DUE,
    TAKING_PROBE,
    PROBING
  }

  /**
   * So many batches make a call. Where a key's events follow each other one by one, a call takes as
   * long as its longest key, and the more it holds the less time is spent on the last few of them.
   */
  static final int CALL = 2;

  final Destination destination;
  private final Deque<OwedEvent> waiting = new ArrayDeque<>();
  private Breaker breaker = Breaker.CLOSED;
  private long probeAt;
  private long changedAt = Long.MIN_VALUE;
  private long droppedAt = Long.MIN_VALUE;
  private boolean publishing;
  private boolean paused;
  private int oneByOne;

  Outlet(Destination destination) {
    this.destination = destination;
  }

  boolean publishing() {
    return publishing;
  }

  void publishing(boolean now) {
    publishing = now;
  }

  Breaker breaker(long now) {
    if (breaker == Breaker.OPEN && now >= probeAt) {
      breaker = Breaker.PROBE_DUE;
    }
    return breaker;
  }

  boolean open() {
    return breaker != Breaker.CLOSED;
  }

  /** Whether the next call has all that it can take. */
  boolean full(int batch) {
    return waiting.size() >= CALL * batch;
  }

  /** The largest share of a read that makes sense now. */
  int readable(int batch, long now) {
    if (paused) {
      return 0;
    }
    return switch (breaker(now)) {
      case CLOSED -> full(batch) ? 0 : batch;
      case PROBE_DUE -> waiting.isEmpty() && !publishing ? 1 : 0;
      case OPEN, TAKING_PROBE, PROBING -> 0;
    };
  }

  /** False for what was read before this outlet dropped all it had: the earlier ones come first. */
  boolean accepts(long readStartedAt, long now) {
    Breaker state = breaker(now);
    return !paused
        && readStartedAt > droppedAt
        && (state == Breaker.CLOSED || state == Breaker.PROBE_DUE);
  }

  void offer(OwedEvent event) {
    waiting.add(event);
  }

  boolean idle() {
    return waiting.isEmpty() && !publishing;
  }

  int waiting() {
    return waiting.size();
  }

  long firstSeq() {
    OwedEvent first = waiting.peek();
    return first == null ? Long.MAX_VALUE : first.seq();
  }

  List<OwedEvent> take(int limit) {
    int count = Math.min(waiting.size(), oneByOne > 0 ? 1 : limit);
    List<OwedEvent> taken = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      taken.add(waiting.remove());
    }
    oneByOne = Math.max(0, oneByOne - 1);
    return taken;
  }

  /** Back to the head of the queue, to be published one at a time. */
  void isolate(List<OwedEvent> events) {
    for (OwedEvent event : events.reversed()) {
      waiting.addFirst(event);
    }
    oneByOne = Math.max(oneByOne, events.size());
  }

  List<OwedEvent> dropAll(long now) {
    droppedAt = now;
    return drop(ignored -> true);
  }

  List<OwedEvent> drop(Predicate<OwedEvent> which) {
    List<OwedEvent> dropped = waiting.stream().filter(which).toList();
    waiting.removeIf(which);
    return dropped;
  }

  void breakerOpen(long now, long probeAt) {
    this.probeAt = probeAt;
    change(Breaker.OPEN, now);
  }

  void breakerClosed(long now) {
    change(Breaker.CLOSED, now);
  }

  void takingProbe(long now) {
    change(Breaker.TAKING_PROBE, now);
  }

  void probing(long now) {
    change(Breaker.PROBING, now);
  }

  private void change(Breaker to, long now) {
    breaker = to;
    changedAt = now;
  }

  /** What the database says, unless this lane knows better since; true if the way is free again. */
  boolean learn(boolean paused, boolean breakerOpen, long probeAt, long askedAt) {
    boolean wasBarred = this.paused || open();
    this.paused = paused;
    if (askedAt > changedAt && breaker != Breaker.PROBING && breaker != Breaker.TAKING_PROBE) {
      breaker = breakerOpen ? Breaker.OPEN : Breaker.CLOSED;
      this.probeAt = probeAt;
    }
    return wasBarred && !this.paused && !open();
  }
}
