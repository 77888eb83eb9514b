package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The clock of a lane that loops until a condition holds: then it is late, and the lane has just
 * the time to finish what is in flight.
 */
final class LoopClock implements LongSupplier {

  static final Duration REMAINING = Duration.ofMinutes(10);

  /** No lane loops for so long. */
  private static final Duration LATE = Duration.ofMinutes(3);

  private final BooleanSupplier done;
  private final long startedAt = System.nanoTime();
  private long skipped;

  LoopClock(BooleanSupplier done) {
    this.done = done;
  }

  @Override
  public long getAsLong() {
    long now = System.nanoTime();
    if (skipped == 0 && done.getAsBoolean()) {
      skipped = Math.max(1, startedAt + LATE.toNanos() - now);
    }
    return now + skipped;
  }
}
