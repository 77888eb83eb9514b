package dev.sluice.local;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A Lambda function on this machine: the real runtime client in a process of its own, fed by a
 * server of the Runtime API. One instance is one execution environment, so it runs one invocation
 * at a time and queues the others; after a crash or a time-out the next invocation gets a fresh
 * process.
 */
public final class LocalLambda implements AutoCloseable {

  private static final Invocation END = Invocation.of("");

  private final FunctionSettings settings;
  private final LinkedBlockingQueue<Invocation> queue = new LinkedBlockingQueue<>();
  private final AtomicInteger starts = new AtomicInteger();
  private final Thread worker;
  private volatile boolean closed;
  private volatile @Nullable ExecutionEnvironment environment;

  LocalLambda(FunctionSettings settings) {
    this.settings = settings;
    this.worker = Thread.ofVirtual().name(settings.name()).start(this::work);
  }

  public static LocalLambdaBuilder builder() {
    return new LocalLambdaBuilder();
  }

  /**
   * Fails only if this function is closed first; whatever the function does is an {@link Answer}.
   */
  public CompletableFuture<Answer> invoke(String json) {
    Invocation invocation = Invocation.of(json);
    queue.add(invocation);
    if (closed) {
      refuseQueued();
    }
    return invocation.answer();
  }

  public Answer invokeAndWait(String json) {
    return invoke(json).join();
  }

  /** Kills the process, whatever it is doing; an invocation in progress has crashed. */
  public void kill() {
    ExecutionEnvironment running = environment;
    if (running != null) {
      running.process().kill();
    }
  }

  /** Stops the process where it stands (SIGSTOP); the clocks of its invocation run on. */
  public void freeze() {
    ExecutionEnvironment running = environment;
    if (running != null) {
      running.process().freeze();
    }
  }

  /** Lets it continue (SIGCONT). An invocation of an idle function does that by itself. */
  public void thaw() {
    ExecutionEnvironment running = environment;
    if (running != null) {
      running.process().thaw();
    }
  }

  /** The process of the moment, if there is one. */
  public Optional<ProcessHandle> process() {
    return Optional.ofNullable(environment)
        .flatMap(running -> ProcessHandle.of(running.process().pid()));
  }

  /** How long the process of the moment took until it asked for its first event. */
  public Optional<Duration> initDuration() {
    return Optional.ofNullable(environment).map(running -> running.initDuration().getNow(null));
  }

  /** How many processes this function has started. */
  public int starts() {
    return starts.get();
  }

  private void work() {
    for (Invocation next = take(); !next.equals(END); next = take()) {
      try {
        Answer answer = warm().run(next);
        settings.log().accept(answer.report().line());
        next.answer().complete(answer);
        freezeIfWanted();
      } catch (RuntimeException e) {
        next.answer().completeExceptionally(e);
      }
    }
  }

  private Invocation take() {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      return END;
    }
  }

  private ExecutionEnvironment warm() {
    ExecutionEnvironment running = environment;
    if (running != null && running.becomesIdle()) {
      return running;
    }
    if (running != null) {
      running.close();
    }
    ExecutionEnvironment fresh = ExecutionEnvironment.start(settings);
    starts.incrementAndGet();
    environment = fresh;
    if (closed) {
      fresh.process().kill();
    }
    return fresh;
  }

  private void freezeIfWanted() {
    ExecutionEnvironment running = environment;
    if (running != null) {
      running.freezeIfWanted();
    }
  }

  private void refuseQueued() {
    for (Invocation left = queue.poll(); left != null; left = queue.poll()) {
      left.answer()
          .completeExceptionally(new IllegalStateException(settings.name() + " is closed"));
    }
  }

  @Override
  public void close() {
    closed = true;
    refuseQueued();
    queue.add(END);
    kill();
    try {
      worker.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ExecutionEnvironment last = environment;
    if (last != null) {
      last.close();
    }
  }
}
