package dev.sluice.bench;

import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.SluiceJar;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * EventBridge Scheduler before a function, once a minute. While one execution environment works the
 * other one is asked, as Lambda does it.
 */
final class Schedule implements AutoCloseable {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(150);
  private static final String EVENT = "{\"lane\":0,\"lanes\":1}";

  private final List<LocalLambda> environments;
  private final ConcurrentLinkedQueue<Long> begins = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<CompletableFuture<Answer>> answers =
      new ConcurrentLinkedQueue<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  Schedule(String handler, Map<String, String> environment) {
    environments = List.of(environment(handler, environment), environment(handler, environment));
    Thread.ofVirtual().name("schedule").start(this::invoke);
  }

  private static LocalLambda environment(String handler, Map<String, String> environment) {
    return LocalLambda.builder()
        .jar(SluiceJar.find())
        .handler(handler)
        .environment(environment)
        .memory(WarmFunction.MEMORY_MEGABYTES)
        .timeout(TIMEOUT)
        .logTo(_ -> {})
        .build();
  }

  private void invoke() {
    try {
      do {
        LocalLambda next = environments.get(begins.size() % environments.size());
        begins.add(System.nanoTime());
        answers.add(next.invoke(EVENT));
      } while (!closing.await(MINUTE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException("the schedule was interrupted", e);
    }
  }

  /** When an invocation began while another was at work. */
  LongStream handOvers() {
    return begins.stream().skip(1).mapToLong(Long::longValue);
  }

  /** Of invocations that ended, those that did not hand over. */
  List<String> faults() {
    return answers.stream()
        .filter(CompletableFuture::isDone)
        .map(answer -> String.valueOf(answer.join()))
        .filter(answer -> !answer.contains("\"stopped\":\"handed over\""))
        .map(answer -> "an invocation ended by itself: " + answer)
        .toList();
  }

  @Override
  public void close() {
    closing.countDown();
    environments.forEach(LocalLambda::kill);
    environments.forEach(LocalLambda::close);
  }
}
