package dev.sluice.local.chaos;

import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for something that comes sooner or later, whatever is broken meanwhile. */
final class Patience {

  static final long NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final int LOOK_MILLIS = 100;

  private Patience() {}

  static void await(String expected, Callable<Boolean> happened) throws Exception {
    long end = System.nanoTime() + NANOS;
    while (!happens(happened)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(expected + ": not within 5 minutes");
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static boolean happens(Callable<Boolean> happened) throws Exception {
    try {
      return happened.call();
    } catch (SQLException | IllegalStateException e) {
      return false; // the database or the broker is away
    }
  }
}
