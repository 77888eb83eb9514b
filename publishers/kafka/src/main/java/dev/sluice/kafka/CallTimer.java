package dev.sluice.kafka;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends the calls of pipelines that are not answered in time. Its thread starts with the first call,
 * and a call that was answered is forgotten at once.
 */
final class CallTimer implements AutoCloseable {

  private final TimeLimits limits;
  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("sluice-kafka-timer").factory());

  CallTimer(TimeLimits limits) {
    this.limits = limits;
    executor.setRemoveOnCancelPolicy(true);
  }

  /**
   * When the call's time is over the producer is closed; the callbacks that follow have a grace.
   * False if the publisher was closed.
   */
  boolean start(PipelineCall call, Deadline deadline, Runnable abandon, Runnable answer) {
    long limit = deadline.remainingNanos();
    try {
      call.timers(
          executor.schedule(abandon, limit, TimeUnit.NANOSECONDS),
          executor.schedule(answer, limit + limits.graceNanos(), TimeUnit.NANOSECONDS));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** The calls that are under way are still answered in time. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
