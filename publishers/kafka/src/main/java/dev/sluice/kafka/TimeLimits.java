package dev.sluice.kafka;

import java.time.Duration;

/**
 * How one call's time is shared out: a quarter to reach the broker, half to deliver, the rest to
 * retry and to give up in.
 */
record TimeLimits(
    Duration call, Duration maxBlock, Duration delivery, Duration request, Duration connect) {

  private static final Duration LONGEST_BLOCK = Duration.ofSeconds(10);
  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);

  static TimeLimits within(Duration limit) {
    return new TimeLimits(
        limit.multipliedBy(9).dividedBy(10),
        shorter(limit.dividedBy(4), LONGEST_BLOCK),
        limit.dividedBy(2),
        shorter(limit.dividedBy(4), LONGEST_REQUEST),
        shorter(limit.dividedBy(4), LONGEST_BLOCK));
  }

  /** What is left after a call's time for the producer to say what it dropped. */
  long graceNanos() {
    return call.toNanos() / 20;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
