package dev.sluice.bench;

import java.time.Duration;

/**
 * What a function said and how long that took.
 *
 * @param duration from handing over the event to the answer, summed over the invocations
 * @param reportedMillis what the function says itself
 */
record Drained(long published, Duration duration, long reportedMillis, int invocations) {

  static final Drained NOTHING = new Drained(0, Duration.ZERO, 0, 0);

  Drained plus(Drained next) {
    return new Drained(
        published + next.published,
        duration.plus(next.duration),
        reportedMillis + next.reportedMillis,
        invocations + next.invocations);
  }
}
