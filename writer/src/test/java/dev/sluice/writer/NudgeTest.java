package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class NudgeTest {

  private final AtomicInteger calls = new AtomicInteger();
  private final Semaphore called = new Semaphore(0);

  @Test
  void manyCommitsAreOneCallNowAndOneLater() throws InterruptedException {
    Nudge nudge = Nudge.of(this::count, Duration.ofHours(1));
    nudge.afterCommit();
    called.acquire();

    for (int i = 0; i < 1_000; i++) {
      nudge.afterCommit();
    }
    assertThat(calls).hasValue(1);
    nudge.close();

    assertThat(calls).hasValue(2);
  }

  @Test
  void commitDuringACallIsOwedAnother() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    try (Nudge nudge =
        Nudge.of(
            () -> {
              inside.countDown();
              awaitUninterrupted(goOn);
              count();
            },
            Duration.ofMillis(1))) {
      nudge.afterCommit();
      inside.await();
      nudge.afterCommit();
      goOn.countDown();

      called.acquire(2);
    }
    assertThat(calls).hasValue(2);
  }

  @Test
  void callsKeepTheirDistance() throws InterruptedException {
    Duration interval = Duration.ofMillis(50);
    try (Nudge nudge = Nudge.of(this::count, interval)) {
      nudge.afterCommit();
      called.acquire();
      long first = System.nanoTime();
      nudge.afterCommit();
      called.acquire();

      // The first is seen a little after it was made.
      assertThat(System.nanoTime() - first).isGreaterThan(interval.toNanos() / 2);
    }
  }

  @Test
  void failureReachesNobodyAndTheNextCallIsMade() throws InterruptedException {
    AtomicBoolean failed = new AtomicBoolean();
    try (Nudge nudge =
        Nudge.of(
            () -> {
              count();
              if (failed.compareAndSet(false, true)) {
                throw new IllegalStateException("the first call fails, as this test wants it");
              }
            },
            Duration.ofMillis(1))) {
      nudge.afterCommit();
      called.acquire();
      nudge.afterCommit();
      called.acquire();
    }
    assertThat(calls).hasValue(2);
  }

  @Test
  void nothingIsOwedWithoutACommitNorAfterTheEnd() {
    Nudge nudge = Nudge.of(this::count);
    nudge.close();
    nudge.afterCommit();
    nudge.close();

    assertThat(calls).hasValue(0);
  }

  @Test
  void threadIsADaemon() throws InterruptedException {
    AtomicBoolean daemon = new AtomicBoolean();
    try (Nudge nudge =
        Nudge.of(
            () -> {
              daemon.set(Thread.currentThread().isDaemon());
              called.release();
            })) {
      nudge.afterCommit();
      assertThat(called.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(daemon).isTrue();
  }

  private void count() {
    calls.incrementAndGet();
    called.release();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
