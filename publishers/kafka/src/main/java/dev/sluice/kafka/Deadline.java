package dev.sluice.kafka;

import java.time.Duration;

/** A point on the monotonic clock. */
record Deadline(long nanoTime) {

  static Deadline in(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  long remainingNanos() {
    return nanoTime - System.nanoTime();
  }

  boolean hasPassed() {
    return remainingNanos() <= 0;
  }
}
