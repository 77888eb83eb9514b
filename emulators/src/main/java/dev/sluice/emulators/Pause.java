package dev.sluice.emulators;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Between two looks at something that is awaited: a test that looks without a pause takes the
 * processor from what it awaits.
 */
public final class Pause {

  private static final long BRIEF = Duration.ofMillis(10).toNanos();

  private Pause() {}

  public static void briefly() {
    LockSupport.parkNanos(BRIEF);
  }
}
