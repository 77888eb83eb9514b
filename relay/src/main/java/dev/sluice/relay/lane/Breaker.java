package dev.sluice.relay.lane;

import java.time.Duration;

/**
 * Whether a destination takes events. While it is open, one event tries from time to time, by
 * whichever lane takes the probe first.
 */
final class Breaker {

  private enum State {
    CLOSED,
    /** The database does not know yet. */
    OPENING,
    OPEN,
    TAKING_PROBE,
    PROBING
  }

  private static final long FIRST_LOOK = Duration.ofSeconds(1).toNanos();

  private State state = State.CLOSED;
  private int fruitless;
  private long probeAt;
  private long changedAt = Long.MIN_VALUE;

  boolean closed() {
    return state == State.CLOSED;
  }

  boolean probeDue(long now) {
    return state == State.OPEN && now >= probeAt;
  }

  boolean takingProbe() {
    return state == State.TAKING_PROBE;
  }

  boolean probing() {
    return state == State.PROBING;
  }

  /** When the next probe may be taken; Long.MAX_VALUE if that is not what it waits for. */
  long nextProbe() {
    return state == State.OPEN ? probeAt : Long.MAX_VALUE;
  }

  void opening(long now) {
    change(State.OPENING, now);
  }

  void open(long now, long nextProbe) {
    probeAt = nextProbe;
    change(State.OPEN, now);
  }

  /**
   * What was looked at may not try. A held event may, perhaps, and at once; after that each look is
   * later than the last, until the destination is up again.
   */
  void nothingToTry(long now) {
    open(now, fruitless == 0 ? now : now + (FIRST_LOOK << Math.min(fruitless - 1, 5)));
    fruitless++;
  }

  void close(long now) {
    fruitless = 0;
    change(State.CLOSED, now);
  }

  void takingProbe(long now) {
    change(State.TAKING_PROBE, now);
  }

  void probe(long now) {
    change(State.PROBING, now);
  }

  /** Whether what the database said at that time is newer than what this lane knows. */
  boolean outdated(long askedAt) {
    return askedAt > changedAt && (state == State.CLOSED || state == State.OPEN);
  }

  private void change(State to, long now) {
    state = to;
    changedAt = now;
  }
}
