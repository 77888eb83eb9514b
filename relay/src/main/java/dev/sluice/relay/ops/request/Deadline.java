package dev.sluice.relay.ops.request;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How long this invocation may go on.
 *
 * @param remainingMillis until the process is frozen
 * @param pause waits so many milliseconds
 */
public record Deadline(LongSupplier remainingMillis, LongConsumer pause) {

  /** For the step that is under way, and the answer. */
  static final long RESERVE = Duration.ofSeconds(3).toMillis();

  public boolean near() {
    return remainingMillis.getAsLong() <= RESERVE;
  }

  /** How long something new may be begun; not positive when the deadline is near. */
  public Duration left() {
    return Duration.ofMillis(remainingMillis.getAsLong() - RESERVE);
  }

  /** False, without a wait, if time would be up before it is over. */
  public boolean pause(long millis) {
    if (remainingMillis.getAsLong() - millis <= RESERVE) {
      return false;
    }
    pause.accept(millis);
    return true;
  }
}
