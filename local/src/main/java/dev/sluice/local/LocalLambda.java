package dev.sluice.local;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A Lambda function on this machine: the real runtime client in a process of its own, fed by a
 * server of the Runtime API. One instance is one execution environment, so it runs one invocation
 * at a time and queues the others; after a crash or a time-out the next invocation gets a fresh
 * process.
 */
public final class LocalLambda implements AskedFunction {

  private final FunctionSettings settings;
  private final ExecutorService worker;
  private final AtomicInteger starts = new AtomicInteger();
  private volatile boolean closed;
  private volatile @Nullable ExecutionEnvironment environment;

  LocalLambda(FunctionSettings settings) {
    this.settings = settings;
    this.worker =
        Executors.newSingleThreadExecutor(Thread.ofVirtual().name(settings.name()).factory());
  }

  public static LocalLambdaBuilder builder() {
    return new LocalLambdaBuilder();
  }

  /** One of the jar's functions. */
  public static LocalLambdaBuilder builder(FunctionName function) {
    return builder().jar(SluiceJar.find()).handler(function.handler()).name(function.text());
  }

  /**
   * Fails only if this function is closed first; whatever the function does is an {@link Answer}.
   */
  public CompletableFuture<Answer> invoke(String json) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    try {
      worker.execute(() -> run(json, answer));
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(refused());
    }
    return answer;
  }

  @Override
  public Answer invokeAndWait(String json) {
    return invoke(json).join();
  }

  private void run(String json, CompletableFuture<Answer> future) {
    try {
      if (closed) {
        throw refused();
      }
      Answer answer = warm().run(Invocation.of(json));
      settings.log().accept(answer.report().line());
      future.complete(answer);
    } catch (RuntimeException e) {
      future.completeExceptionally(e);
    }
  }

  private IllegalStateException refused() {
    return new IllegalStateException(settings.name() + " is closed");
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

  /** Kills the process, whatever it is doing; an invocation in progress has crashed. */
  public void kill() {
    running().ifPresent(running -> running.process().kill());
  }

  /** Stops the process where it stands (SIGSTOP); the clocks of its invocation run on. */
  public void freeze() {
    running().ifPresent(running -> running.process().freeze());
  }

  /** Lets it continue (SIGCONT). An invocation of an idle function does that by itself. */
  public void thaw() {
    running().ifPresent(running -> running.process().thaw());
  }

  /** The process of the moment, if there is one. */
  public Optional<ProcessHandle> process() {
    return running().flatMap(running -> ProcessHandle.of(running.process().pid()));
  }

  /** How many processes this function has started. */
  public int starts() {
    return starts.get();
  }

  private Optional<ExecutionEnvironment> running() {
    return Optional.ofNullable(environment);
  }

  @Override
  public void close() {
    closed = true;
    kill();
    worker.close();
    running().ifPresent(ExecutionEnvironment::close);
  }
}
