package dev.sluice.bench;

import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.SluiceJar;
import dev.sluice.writer.Outbox;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;

/** A contender's process; it stays the same from its warm-up to its last run. */
final class WarmFunction implements AutoCloseable {

  static final int MEMORY_MEGABYTES = 512;
  private static final Duration TIMEOUT = Duration.ofHours(1);
  private static final int LINES_KEPT = 20;

  private final LocalLambda lambda;
  private final Deque<String> log = new ConcurrentLinkedDeque<>();

  WarmFunction(String handler, Map<String, String> environment) {
    this.lambda =
        LocalLambda.builder()
            .jar(SluiceJar.find())
            .extraClasspath(List.of(classes(WarmFunction.class), classes(Outbox.class)))
            .handler(handler)
            .environment(environment)
            .memory(MEMORY_MEGABYTES)
            .timeout(TIMEOUT)
            .logTo(this::keep)
            .build();
  }

  private static Path classes(Class<?> type) {
    URL location = type.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(location.toString()));
  }

  private void keep(String line) {
    log.addLast(line);
    if (log.size() > LINES_KEPT) {
      log.pollFirst();
    }
  }

  long pid() {
    return lambda.process().map(ProcessHandle::pid).orElse(0L);
  }

  /**
   * The answer of the function, with its duration.
   *
   * @param duration from handing over the event to the answer, summed over the invocations
   * @param reportedMillis the same as the function says itself
   */
  record Drained(long published, Duration duration, long reportedMillis) {

    /** If there were so many. */
    Map<Measure, Double> figures(long events) {
      double seconds = duration.toNanos() / 1e9;
      return Map.of(
          Measure.EVENTS,
          (double) events,
          Measure.SECONDS,
          seconds,
          Measure.EVENTS_PER_SECOND,
          events / seconds,
          Measure.REPORTED_MILLIS,
          (double) reportedMillis);
    }

    Drained plus(Drained next) {
      return new Drained(
          published + next.published,
          duration.plus(next.duration),
          reportedMillis + next.reportedMillis);
    }
  }

  /** Invokes until everything is handled or an invocation handles nothing. */
  Drained drain(long events) {
    Drained last = invoke(events);
    Drained all = last;
    while (all.published() < events && last.published() > 0) {
      last = invoke(events);
      all = all.plus(last);
    }
    return all;
  }

  private Drained invoke(long events) {
    Answer answer = lambda.invokeAndWait("{\"events\":" + events + "}");
    if (answer instanceof Answer.Answered(String json, var report)) {
      Fields fields = Fields.parse(json);
      return new Drained(fields.number("published"), report.duration(), fields.number("millis"));
    }
    throw new IllegalStateException(answer + "\n" + String.join("\n", log));
  }

  @Override
  public void close() {
    lambda.close();
  }
}
