package dev.sluice.local.orders;

import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * EventBridge Scheduler in a hurry: instead of once a minute, the next invocation begins when one
 * has ended, and in LOOP mode that takes a few seconds.
 */
public final class RelaySchedule implements AutoCloseable {

  private final LocalLambda relay;
  private final String event;
  private final Consumer<Answer> answers;
  private final Consumer<String> log;
  private final AtomicInteger invocations = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /**
   * One of so many lanes.
   *
   * @param answers learns how each invocation ended
   */
  public RelaySchedule(
      LocalLambda relay, int lane, int lanes, Consumer<Answer> answers, Consumer<String> log) {
    this.relay = relay;
    this.event = "{\"lane\":%d,\"lanes\":%d}".formatted(lane, lanes);
    this.answers = answers;
    this.log = log;
  }

  public void start() {
    Thread.ofVirtual().name("schedule").start(this::invoke);
  }

  private void invoke() {
    try {
      while (closing.getCount() > 0) {
        invocations.incrementAndGet();
        Answer answer = relay.invokeAndWait(event);
        answers.accept(answer);
        pauseAfter(answer);
      }
    } catch (CompletionException | InterruptedException e) {
      log.accept("the schedule ended: " + e);
    } finally {
      ended.complete(null);
    }
  }

  /** A killed process is replaced at once; a function that fails by itself would spin. */
  private void pauseAfter(Answer answer) throws InterruptedException {
    if (answer instanceof Answer.Failed || answer instanceof Answer.TimedOut) {
      closing.await(1, TimeUnit.SECONDS);
    }
  }

  public int invocations() {
    return invocations.get();
  }

  public LocalLambda function() {
    return relay;
  }

  /** 0 without a process. */
  public long pid() {
    return relay.process().map(ProcessHandle::pid).orElse(0L);
  }

  /** The invocation of the moment is the last. Completed when it has ended. */
  public CompletableFuture<Void> retire() {
    closing.countDown();
    return ended;
  }

  @Override
  public void close() {
    closing.countDown();
    relay.close();
  }
}
