package dev.sluice.local.demo;

import dev.sluice.local.Answer;
import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.SluiceJar;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What EventBridge Scheduler does once a minute, in a hurry: an invocation in LOOP mode is a few
 * seconds long, and the next one begins when it has ended.
 */
final class RelaySchedule implements AutoCloseable {

  static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final String EVENT = "{\"lane\":0,\"lanes\":1}";

  private final LocalLambda relay;
  private final LogTail log;
  private final AtomicInteger invocations = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);

  RelaySchedule(Map<String, String> environment, LogTail log) {
    this.log = log;
    relay =
        LocalLambda.builder()
            .jar(SluiceJar.find())
            .handler(FunctionName.RELAY.handler())
            .name("relay")
            .timeout(TIMEOUT)
            .environment(environment)
            .logTo(log::add)
            .build();
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

  /** How many processes there have been. */
  int processes() {
    return relay.starts();
  }

  OptionalLong pid() {
    return relay.process().stream().mapToLong(ProcessHandle::pid).findFirst();
  }

  void kill() {
    relay.kill();
  }

  @Override
  public void close() {
    closing.countDown();
    relay.close();
  }
}
