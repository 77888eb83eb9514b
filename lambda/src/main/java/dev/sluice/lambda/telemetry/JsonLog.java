package dev.sluice.lambda.telemetry;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.metrics.Metric;
import java.io.IOException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON object a line. A line that cannot be written is lost: logging fails no
 * invocation.
 */
public final class JsonLog {

  private static final int LONGEST_TEXT = 2_000;

  private final String outbox;
  private final Level least;
  private final boolean byStream;
  private final Consumer<String> lines;
  private final InstantSource clock;
  private volatile @Nullable Correlation invocation;

  /**
   * @param least less severe lines are left out; metrics never are
   * @param byStream whether each stream's own metrics are written
   */
  public JsonLog(
      String outbox, Level least, boolean byStream, Consumer<String> lines, InstantSource clock) {
    this.outbox = outbox;
    this.least = least;
    this.byStream = byStream;
    this.lines = lines;
    this.clock = clock;
  }

  Level least() {
    return least;
  }

  String outbox() {
    return outbox;
  }

  long now() {
    return clock.millis();
  }

  /** An execution environment runs one invocation at a time. */
  void begin(Correlation correlation) {
    invocation = correlation;
  }

  void write(Level level, String message, Map<String, ?> fields) {
    if (!level.atLeast(least)) {
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("timestamp", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
    line.put("level", level.name());
    line.put("message", shortened(message));
    line.put("outbox", outbox);
    correlate(line);
    fields.forEach((name, value) -> line.putIfAbsent(name, shortened(value)));
    print(line);
  }

  void write(MetricLine metrics) {
    boolean wanted = byStream || metrics.scope() != Metric.Scope.STREAM;
    if (wanted && !metrics.values().isEmpty()) {
      Map<String, Object> line = metrics.toMap(clock.millis());
      correlate(line);
      print(line);
    }
  }

  private void correlate(Map<String, Object> line) {
    Correlation correlation = invocation;
    if (correlation != null) {
      correlation.addTo(line);
    }
  }

  private void print(Map<String, Object> line) {
    try {
      lines.accept(JSON.std.asString(line));
    } catch (IOException | RuntimeException e) {
      // the log itself has failed
    }
  }

  /** CloudWatch takes no line of any length, and an aggregate's id may have any. */
  private static Object shortened(Object value) {
    return value instanceof String text && text.length() > LONGEST_TEXT
        ? text.substring(0, LONGEST_TEXT) + "..."
        : value;
  }
}
