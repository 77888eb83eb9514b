package dev.sluice.aws;

import java.time.Duration;

/**
 * How the time of one call of publish is shared out, on the monotonic clock.
 *
 * @param lastStart no call to the service begins after this
 * @param end what is in flight then is given up
 * @param graceEnd and is expected to have stopped by then
 */
record CallTimes(long lastStart, long end, long graceEnd, Duration limit) {

  static CallTimes within(Duration limit) {
    long start = System.nanoTime();
    long nanos = limit.toNanos();
    return new CallTimes(
        start + nanos * 6 / 10, start + nanos * 9 / 10, start + nanos * 95 / 100, limit);
  }

  /** How long the service may say nothing. */
  static Duration answer(Duration limit) {
    return limit.dividedBy(4);
  }

  String text() {
    return limit.toMillis() / 1000.0 + " s";
  }
}
