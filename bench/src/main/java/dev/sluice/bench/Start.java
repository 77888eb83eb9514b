package dev.sluice.bench;

import java.time.Duration;

/**
 * How long a new process took.
 *
 * @param init until it asked for its invocation
 * @param firstEvent until its first event arrived
 */
record Start(Duration init, Duration firstEvent) {

  double initMillis() {
    return init.toNanos() / 1e6;
  }

  double firstEventMillis() {
    return firstEvent.toNanos() / 1e6;
  }
}
