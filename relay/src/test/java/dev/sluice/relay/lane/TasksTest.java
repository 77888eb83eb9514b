package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Threads that send: enough that no destination waits for another, and no more than there may be.
 */
final class TasksTest {

  private static final long TICK = Duration.ofMillis(10).toNanos();

  private final CountDownLatch hanging = new CountDownLatch(1);
  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final EventLog log =
      SimulatedLog.withoutLosses(new SimulatedDatabase(new Random(1)), new Random(1));
  private final Tasks tasks = new Tasks(log, log, unused -> thread());

  private ExecutorService thread() {
    threads.incrementAndGet();
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
  }

  @AfterEach
  void close() {
    hanging.countDown();
    tasks.close();
  }

  private void send(String name, Consumer<Consumer<Boolean>> work) {
    tasks.onSender(name, work, done -> answered.incrementAndGet(), thrown -> {});
  }

  private void hang() {
    try {
      hanging.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void awaitAnswers(int count) {
    while (answered.get() < count) {
      tasks.await(TICK);
    }
  }

  @Test
  void namesThatSendAtOnceAreNoMoreThanAFunctionHasThreadsFor() {
    for (int i = 0; i < Tasks.MOST_SENDERS; i++) {
      assertThat(tasks.hasSender("name " + i)).isTrue();
      send(
          "name " + i,
          answer -> {
            hang();
            answer.accept(true);
          });
    }
    assertThat(tasks.hasSender("another")).isFalse();
    assertThat(tasks.hasSender("name 0")).as("it has its thread").isTrue();
    hanging.countDown();
    awaitAnswers(Tasks.MOST_SENDERS);
    while (!tasks.hasSender("another")) {
      tasks.await(TICK);
    }
    send("another", answer -> answer.accept(true));
    awaitAnswers(Tasks.MOST_SENDERS + 1);
    assertThat(threads).hasValue(Tasks.MOST_SENDERS);
  }

  @Test
  void threadThatAnsweredAndHasNotReturnedMakesNoOtherNameWait() {
    send(
        "slow",
        answer -> {
          answer.accept(true);
          hang();
        });
    awaitAnswers(1);
    send("other", answer -> answer.accept(true));
    awaitAnswers(2);
    assertThat(threads).hasValue(2);
  }

  @Test
  void nameThatThrowsLeavesItsThreadToOthers() {
    for (int i = 0; i < 100; i++) {
      send(
          "name " + i,
          answer -> {
            throw new IllegalStateException("a bug in a publisher");
          });
      while (tasks.running()) {
        tasks.await(TICK);
      }
      tasks.await(0);
    }
    assertThat(threads.get()).isLessThan(10);
  }
}
