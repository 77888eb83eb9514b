package dev.sluice.relay.config;

import java.time.Duration;
import java.util.List;

/**
 * How long an event waits after its n-th failure. Pure: chance comes in as a number from 0 to 1.
 */
public sealed interface RetryPolicy {

  /**
   * @param failures how often the event has failed by now, at least 1
   * @param chance from 0 (inclusive) to 1 (exclusive)
   */
  Duration delay(int failures, double chance);

  /**
   * {@code base}, then {@code factor} times as long each time, up to {@code max}; spread by jitter.
   */
  record Exponential(Duration base, Duration max, double factor, double jitter)
      implements RetryPolicy {
    @Override
    public Duration delay(int failures, double chance) {
      double grown = (double) base.toMillis() * Math.pow(factor, failures - 1.0);
      double capped = Math.min(grown, (double) max.toMillis());
      double spread = 1 + jitter * (2 * chance - 1);
      return Duration.ofMillis(Math.round(capped * spread));
    }
  }

  /** One wait after the other, the last one again and again. */
  record Listed(List<Duration> delays) implements RetryPolicy {
    public Listed {
      delays = List.copyOf(delays);
    }

    @Override
    public Duration delay(int failures, double chance) {
      return delays.get(Math.min(failures, delays.size()) - 1);
    }
  }
}
