package dev.sluice.local.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The time of the acts, and its end by Ctrl-C, which interrupts every wait. */
final class Timeline {

  private final Duration length;
  private final CountDownLatch ended;
  private volatile long start = System.nanoTime();

  Timeline(Duration length, CountDownLatch ended) {
    this.length = length;
    this.ended = ended;
  }

  /** The time counts from here. */
  void begin() {
    start = System.nanoTime();
  }

  /** Waits until so much of the time is over, if it is not yet. */
  void until(double part) throws InterruptedException {
    pause(start + (long) (length.toNanos() * part) - System.nanoTime());
  }

  void pause(long nanos) throws InterruptedException {
    if (ended.await(nanos, TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("the demo was ended");
    }
  }
}
