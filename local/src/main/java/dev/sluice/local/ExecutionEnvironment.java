package dev.sluice.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * One process of a function with the Runtime API that it talks to; runs one invocation at a time.
 */
final class ExecutionEnvironment implements AutoCloseable {

  private static final Duration INIT_TIMEOUT = Duration.ofMinutes(1);

  private final FunctionSettings settings;
  private final RuntimeApi api;
  private final FunctionProcess process;
  private final CompletableFuture<Duration> initDuration;
  private boolean initReported;

  private ExecutionEnvironment(FunctionSettings settings, RuntimeApi api) {
    this.settings = settings;
    this.api = api;
    long start = System.nanoTime();
    this.initDuration = api.idle().thenApply(_ -> Duration.ofNanos(System.nanoTime() - start));
    this.process = FunctionProcess.start(settings, api.address());
  }

  static ExecutionEnvironment start(FunctionSettings settings) {
    RuntimeApi api = RuntimeApi.start(settings.arn());
    try {
      return new ExecutionEnvironment(settings, api);
    } catch (RuntimeException e) {
      api.close();
      throw e;
    }
  }

  FunctionProcess process() {
    return process;
  }

  /**
   * Waits until the runtime asks for an event, which it also does after an answer, or is gone. A
   * process that dies after its last answer is found out here and not by the next event.
   */
  boolean becomesIdle() {
    process.thaw();
    var gone = CompletableFuture.anyOf(process.exitCode(), api.initError());
    boolean settled = isDone(CompletableFuture.anyOf(api.idle(), gone), INIT_TIMEOUT);
    return settled && api.idle().isDone() && process.isAlive();
  }

  Answer run(Invocation invocation) {
    if (!becomesIdle()) {
      return endInit().apply(new Report(invocation.requestId(), Duration.ZERO, Optional.empty()));
    }
    long start = System.nanoTime();
    var _ = process.exitCode().thenAccept(code -> invocation.ending().complete(crashed(code)));
    Instant deadline = Instant.now().plus(settings.timeout());
    api.handOver(invocation, deadline.plus(settings.clockBehind()));
    if (!isDone(invocation.ending(), settings.timeout())
        && invocation.ending().complete(Answer.TimedOut::new)) {
      process.kill();
    }
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    return invocation.ending().join().apply(report(invocation, duration));
  }

  private Function<Report, Answer> endInit() {
    if (api.initError().isDone()) {
      return api.initError().join();
    }
    if (process.exitCode().isDone()) {
      return crashed(process.exitCode().join());
    }
    process.kill();
    return Answer.TimedOut::new;
  }

  private static Function<Report, Answer> crashed(int exitCode) {
    return report -> new Answer.Crashed(exitCode, report);
  }

  private Report report(Invocation invocation, Duration duration) {
    Optional<Duration> init = initReported ? Optional.empty() : Optional.of(initDuration.join());
    initReported = true;
    return new Report(invocation.requestId(), duration, init);
  }

  private static boolean isDone(Future<?> future, Duration limit) {
    try {
      future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.kill();
    api.close();
  }
}
