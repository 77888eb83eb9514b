package dev.sluice.local;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What Lambda logs at the end of every invocation.
 *
 * @param duration from handing over the event to the answer; zero when the function never got it
 * @param initDuration from the start of the process until it asked for its first event; present
 *     only on the invocation that had to wait for it
 */
public record Report(String requestId, Duration duration, Optional<Duration> initDuration) {

  String line() {
    return "REPORT RequestId: "
        + requestId
        + " Duration: "
        + milliseconds(duration)
        + initDuration.map(init -> " Init Duration: " + milliseconds(init)).orElse("");
  }

  private static String milliseconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f ms", duration.toNanos() / 1e6);
  }
}
