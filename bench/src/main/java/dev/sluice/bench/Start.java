package dev.sluice.bench;

import java.time.Duration;

/**
 * How long a new process took.
 *
 * @param init until it asked for its invocation
 * @param firstEvent until its first event arrived
 * @param processor what it had used of the processors when it answered
 */
record Start(Duration init, Duration firstEvent, Duration processor) {

  double initMillis() {
    return init.toNanos() / 1e6;
  }

  double processorMillis() {
    return processor.toNanos() / 1e6;
  }

  double firstEventMillis() {
    return firstEvent.toNanos() / 1e6;
  }
}
