package dev.sluice.relay;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happens beside the loop. Work runs elsewhere; what follows from it runs in the loop's own
 * thread, so that the loop's state needs no lock.
 */
final class Tasks implements AutoCloseable {

  private final BlockingQueue<Runnable> completions = new LinkedBlockingQueue<>();
  private final ExecutorService reading = Executors.newSingleThreadExecutor(named("sluice-read"));
  private final ExecutorService settling =
      Executors.newSingleThreadExecutor(named("sluice-settle"));
  private final Outbox reader;
  private final Outbox settler;
  private final LongSupplier nanoTime;
  private int running;
  private @Nullable Throwable bug;

  Tasks(Outbox reader, Outbox settler, LongSupplier nanoTime) {
    this.reader = reader;
    this.settler = settler;
    this.nanoTime = nanoTime;
  }

  private static ThreadFactory named(String name) {
    return Thread.ofVirtual().name(name).factory();
  }

  long now() {
    return nanoTime.getAsLong();
  }

  <T> void onReader(
      Function<Outbox, T> work, Consumer<T> then, Consumer<OutboxLostException> lost) {
    start(reading, () -> work.apply(reader), then, lost);
  }

  <T> void onSettler(
      Function<Outbox, T> work, Consumer<T> then, Consumer<OutboxLostException> lost) {
    start(settling, () -> work.apply(settler), then, lost);
  }

  /** Work that never loses the database; a throw is handed on as a value. */
  <T> void aside(Supplier<T> work, Consumer<T> then, Consumer<RuntimeException> thrown) {
    running++;
    Thread.ofVirtual()
        .name("sluice-publish")
        .start(
            () -> {
              try {
                T result = work.get();
                complete(() -> then.accept(result));
              } catch (RuntimeException e) {
                complete(() -> thrown.accept(e));
              } catch (Throwable e) {
                complete(() -> bug(e));
              }
            });
  }

  private <T> void start(
      ExecutorService executor,
      Supplier<T> work,
      Consumer<T> then,
      Consumer<OutboxLostException> lost) {
    running++;
    executor.execute(
        () -> {
          try {
            T result = work.get();
            complete(() -> then.accept(result));
          } catch (OutboxLostException e) {
            complete(() -> lost.accept(e));
          } catch (Throwable e) {
            complete(() -> bug(e));
          }
        });
  }

  private void complete(Runnable then) {
    completions.add(
        () -> {
          running--;
          then.run();
        });
  }

  private void bug(Throwable e) {
    if (bug == null) {
      bug = e;
    }
  }

  boolean running() {
    return running > 0;
  }

  /** Rethrows what no part of the loop expected. */
  void throwBug() {
    switch (bug) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  boolean failed() {
    return bug != null;
  }

  /** Waits for something to be completed, and runs all that is. */
  void await(long nanos) {
    try {
      Runnable completion = completions.poll(Math.max(nanos, 0), TimeUnit.NANOSECONDS);
      while (completion != null) {
        completion.run();
        completion = completions.poll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while draining the outbox", e);
    }
  }

  @Override
  public void close() {
    reading.shutdown();
    settling.shutdown();
  }
}
