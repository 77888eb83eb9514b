package dev.sluice.local.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Wall-clock time shared out among the acts; a curtain ends it early. */
final class Timeline {

  private final CountDownLatch curtain;
  private final Duration length;
  private volatile long start;

  Timeline(Duration length, CountDownLatch curtain) {
    this.curtain = curtain;
    this.length = length;
    this.start = System.nanoTime();
  }

  /** The time counts from here. */
  void begin() {
    start = System.nanoTime();
  }

  /** Waits until so much of the time is over, if it is not yet. */
  void until(double part) throws InterruptedException {
    long due = start + (long) (length.toNanos() * part);
    pause(due - System.nanoTime());
  }

  void pause(long nanos) throws InterruptedException {
    if (curtain.await(nanos, TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("the curtain fell");
    }
  }
}
