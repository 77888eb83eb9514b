package dev.sluice.relay.lane;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Work beside the loop. It runs on other threads; its results are handled by the loop's own thread,
 * so that the loop's state needs no lock.
 */
final class Tasks implements AutoCloseable {

  /** To so many destinations at once: Lambda allows 1,024 threads in all. */
  static final int MOST_SENDERS = 256;

  private static final class Sender {
    final ExecutorService thread;
    int works;

    Sender(ExecutorService thread) {
      this.thread = thread;
    }
  }

  private final BlockingQueue<Runnable> completions = new LinkedBlockingQueue<>();
  private final Map<String, ExecutorService> threads = new HashMap<>();
  private final Map<String, Sender> senders = new HashMap<>();
  private final Deque<Sender> idleSenders = new ArrayDeque<>();
  private final EventLog reader;
  private final EventLog settler;
  private final Function<String, ExecutorService> newThread;
  private int running;
  private @Nullable Throwable bug;

  Tasks(EventLog reader, EventLog settler) {
    this(
        reader,
        settler,
        name ->
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory()));
  }

  /**
   * @param newThread for each name; it runs its work one after the other
   */
  Tasks(EventLog reader, EventLog settler, Function<String, ExecutorService> newThread) {
    this.reader = reader;
    this.settler = settler;
    this.newThread = newThread;
  }

  <T> void onReader(Function<EventLog, T> work, Consumer<T> then, Consumer<LogLostException> lost) {
    onLog("sluice-read", reader, work, then, lost);
  }

  <T> void onSettler(
      Function<EventLog, T> work, Consumer<T> then, Consumer<LogLostException> lost) {
    onLog("sluice-settle", settler, work, then, lost);
  }

  private <T> void onLog(
      String thread,
      EventLog log,
      Function<EventLog, T> work,
      Consumer<T> then,
      Consumer<LogLostException> lost) {
    running++;
    threads
        .computeIfAbsent(thread, newThread)
        .execute(
            () -> {
              try {
                T result = work.apply(log);
                complete(() -> then.accept(result));
              } catch (LogLostException e) {
                complete(() -> lost.accept(e));
              } catch (Throwable e) {
                complete(() -> bug(e));
              }
            });
  }

  /** Whether work of that name would begin at once, on a thread that no other name uses now. */
  boolean hasSender(String name) {
    return senders.containsKey(name) || !idleSenders.isEmpty() || senders.size() < MOST_SENDERS;
  }

  /**
   * Work that answers later, by any thread, or throws.
   *
   * @param name such work is done one after the other, and waits for no other name's
   */
  <T> void onSender(
      String name,
      Consumer<Consumer<T>> work,
      Consumer<T> then,
      Consumer<RuntimeException> thrown) {
    running++;
    Sender sender = senders.computeIfAbsent(name, unused -> sender());
    sender.works++;
    sender.thread.execute(
        () -> {
          try {
            work.accept(answer -> complete(() -> then.accept(answer)));
          } catch (RuntimeException e) {
            complete(() -> thrown.accept(e));
          } catch (Throwable e) {
            complete(() -> bug(e));
          }
          completions.add(() -> returned(name, sender));
        });
  }

  private Sender sender() {
    Sender idle = idleSenders.poll();
    return idle != null ? idle : new Sender(newThread.apply("sluice-send " + senders.size()));
  }

  private void returned(String name, Sender sender) {
    sender.works--;
    if (sender.works == 0) {
      senders.remove(name);
      idleSenders.push(sender);
    }
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

  boolean failed() {
    return bug != null;
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

  /** Waits for a completion, and handles all that there are. */
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
    threads.values().forEach(ExecutorService::shutdown);
    senders.values().forEach(sender -> sender.thread.shutdown());
    idleSenders.forEach(sender -> sender.thread.shutdown());
  }
}
