package dev.sluice.writer;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes the relay after a commit, at most once per interval and never later than one interval after
 * the last commit. A courtesy: losing one costs latency, not events, so it never fails its caller.
 */
public final class Nudge implements AutoCloseable {

  private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(100);
  private static final System.Logger LOGGER = System.getLogger(Nudge.class.getName());

  private final Runnable invoke;
  private final long intervalNanos;
  private final ScheduledThreadPoolExecutor executor;
  private final AtomicBoolean owed = new AtomicBoolean();
  private volatile long earliestNanos = System.nanoTime();

  private Nudge(Runnable invoke, Duration interval) {
    this.invoke = invoke;
    intervalNanos = interval.toNanos();
    executor = new ScheduledThreadPoolExecutor(1, Nudge::daemon);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** The argument invokes the relay asynchronously with {"source": "sluice.nudge"}. */
  public static Nudge of(Runnable invoke) {
    return of(invoke, DEFAULT_INTERVAL);
  }

  public static Nudge of(Runnable invoke, Duration interval) {
    return new Nudge(invoke, interval);
  }

  /** Call it when the transaction has committed; returns at once. */
  public void afterCommit() {
    if (!owed.compareAndSet(false, true)) {
      return;
    }
    try {
      long delay = Math.max(0, earliestNanos - System.nanoTime());
      var unused = executor.schedule(this::send, delay, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closed) {
      owed.set(false);
    }
  }

  private void send() {
    earliestNanos = System.nanoTime() + intervalNanos;
    // Before the call: a commit during it may be too late for it, and is owed another.
    if (owed.getAndSet(false)) {
      try {
        invoke.run();
      } catch (RuntimeException | Error failure) {
        LOGGER.log(Level.WARNING, "The relay was not nudged; its schedule will wake it", failure);
      }
    }
  }

  /** Sends what is still owed, without waiting for the interval. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      executor.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    send();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "sluice-nudge");
    thread.setDaemon(true);
    return thread;
  }
}
