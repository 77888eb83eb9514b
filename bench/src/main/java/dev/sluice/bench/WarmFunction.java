package dev.sluice.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.SluiceJar;
import java.io.IOException;
import java.net.URISyntaxException;
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
            .extraClasspath(List.of(ownClasses()))
            .handler(handler)
            .environment(environment)
            .memory(MEMORY_MEGABYTES)
            .timeout(TIMEOUT)
            .logTo(this::keep)
            .build();
  }

  private static Path ownClasses() {
    try {
      return Path.of(
          WarmFunction.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
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
   * Invokes until everything is handled or an invocation handles nothing: a deadline ends the
   * relay's after 57 seconds, as it would on AWS.
   */
  Drained drain(long events) {
    Drained all = Drained.NOTHING;
    Drained last;
    do {
      last = invoke(events);
      all = all.plus(last);
    } while (all.published() < events && last.published() > 0);
    return all;
  }

  private Drained invoke(long events) {
    Answer answer = lambda.invokeAndWait("{\"events\":" + events + "}");
    if (answer instanceof Answer.Answered(String json, var report)) {
      Map<String, Object> fields = fields(json);
      return new Drained(
          number(fields, "published"), report.duration(), number(fields, "millis"), 1);
    }
    throw new IllegalStateException(answer + "\n" + String.join("\n", log));
  }

  private static Map<String, Object> fields(String json) {
    try {
      return JSON.std.mapFrom(json);
    } catch (IOException e) {
      throw new IllegalStateException("not a report: " + json, e);
    }
  }

  private static long number(Map<String, Object> fields, String name) {
    if (fields.get(name) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalStateException("no number '" + name + "' in the report " + fields);
  }

  @Override
  public void close() {
    lambda.close();
  }
}
