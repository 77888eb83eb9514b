package dev.sluice.relay.lane;

import dev.sluice.relay.config.RelayConfig;
import java.time.Duration;

/**
 * How long an invocation may work, on the monotonic clock.
 *
 * @param start when it began
 * @param lastPublish nothing is published after this
 * @param abandon what is still in flight is given up, so that the function can return
 */
record Deadlines(long start, long lastPublish, long abandon) {

  /** EventBridge Scheduler keeps to the minute: the next invocation comes within two. */
  private static final Duration LOOP = Duration.ofSeconds(125);

  private static final Duration RETURN = Duration.ofSeconds(2);

  static final Deadlines NEVER = new Deadlines(0, Long.MAX_VALUE, Long.MAX_VALUE);

  static Deadlines of(RelayConfig config, long start, Duration remaining) {
    long left = remaining.toNanos();
    long reserve = Math.min(config.publishTimeout().plus(RETURN).toNanos(), left / 2);
    long last = Math.min(LOOP.toNanos(), left - reserve);
    return new Deadlines(start, start + last, start + left - Math.min(RETURN.toNanos(), left / 4));
  }
}
