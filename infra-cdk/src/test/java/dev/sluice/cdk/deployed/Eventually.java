package dev.sluice.cdk.deployed;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Looks until something is as it should be, for so long and no longer. */
final class Eventually {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private Eventually() {}

  static <T> T await(String what, Duration atMost, Supplier<T> look, Predicate<T> good)
      throws InterruptedException {
    long began = System.nanoTime();
    while (true) {
      T seen = look.get();
      Duration passed = Duration.ofNanos(System.nanoTime() - began);
      if (good.test(seen)) {
        Progress.say("%s after %d s".formatted(what, passed.toSeconds()));
        return seen;
      }
      if (passed.compareTo(atMost) > 0) {
        throw new AssertionError(
            "not within %d s: %s; it is %s".formatted(atMost.toSeconds(), what, seen));
      }
      Thread.sleep(BETWEEN_LOOKS);
    }
  }
}
