package dev.sluice.relay;

import dev.sluice.relay.config.RelayConfig;
import java.time.Duration;

/**
 * The times that follow from how long an invocation may take, on the monotonic clock.
 *
 * @param start when it began
 * @param lastPublish nothing new is published after this
 * @param abandon what is still in flight is given up, so that the function can return
 */
record Deadlines(long start, long lastPublish, long abandon) {

  /** The schedule comes once a minute; the next invocation finds the shards released. */
  private static final Duration LOOP = Duration.ofSeconds(57);

  private static final Duration RETURN = Duration.ofSeconds(2);

  static Deadlines of(RelayConfig config, long start, Duration remaining) {
    long left = remaining.toNanos();
    long reserve = Math.min(config.publishTimeout().plus(RETURN).toNanos(), left / 2);
    long last = Math.min(LOOP.toNanos(), left - reserve);
    return new Deadlines(start, start + last, start + left - Math.min(RETURN.toNanos(), left / 4));
  }
}
