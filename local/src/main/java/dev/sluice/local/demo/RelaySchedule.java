package dev.sluice.local.demo;

import dev.sluice.local.Answer;
import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalLambda;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * EventBridge Scheduler in a hurry: instead of once a minute, the next invocation begins when one
 * has ended, and in LOOP mode that takes a few seconds.
 */
final class RelaySchedule implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final String EVENT = "{\"lane\":0,\"lanes\":1}";

  private final LocalLambda relay;
  private final LogTail log;
  private final Retries retries = new Retries();
  private final AtomicInteger invocations = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);

  RelaySchedule(Surroundings surroundings, LogTail log) {
    this.log = log;
    relay =
        surroundings.function(FunctionName.RELAY, log).logTo(this::read).timeout(TIMEOUT).build();
  }

  private void read(String line) {
    log.add(line);
    retries.read(line);
  }

  void start() {
    Thread.ofVirtual().name("schedule").start(this::invoke);
  }

  private void invoke() {
    try {
      while (closing.getCount() > 0) {
        invocations.incrementAndGet();
        pauseAfter(relay.invokeAndWait(EVENT));
      }
    } catch (CompletionException | InterruptedException e) {
      log.add("the schedule ended: " + e);
    }
  }

  /** A killed process is replaced at once; a function that fails by itself would spin. */
  private void pauseAfter(Answer answer) throws InterruptedException {
    if (answer instanceof Answer.Failed || answer instanceof Answer.TimedOut) {
      closing.await(1, TimeUnit.SECONDS);
    }
  }

  int invocations() {
    return invocations.get();
  }

  int retries() {
    return retries.count();
  }

  LocalLambda function() {
    return relay;
  }

  /** 0 without a process. */
  long pid() {
    return relay.process().map(ProcessHandle::pid).orElse(0L);
  }

  @Override
  public void close() {
    closing.countDown();
    relay.close();
  }
}
