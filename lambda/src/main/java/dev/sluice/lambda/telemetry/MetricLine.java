package dev.sluice.lambda.telemetry;

import dev.sluice.metrics.Metric;
import dev.sluice.metrics.Metric.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line in CloudWatch's embedded metric format.
 *
 * @param subject the stream or the source, for those scopes
 * @param values a number, or a list of at most a hundred
 */
record MetricLine(
    Scope scope, String outbox, @Nullable String subject, Map<Metric, Object> values) {

  /** Each stream's own metrics cost money; an unlimited number of streams must not. */
  static final int STREAMS = 50;

  static final String OTHERS = "(others)";

  MetricLine {
    for (Metric metric : values.keySet()) {
      if (!metric.scopes().contains(scope)) {
        throw new IllegalArgumentException(metric + " is not known by " + scope);
      }
    }
  }

  Map<String, Object> toMap(long millis) {
    Map<String, Object> line = new LinkedHashMap<>();
    Map<String, Object> directive =
        Map.of(
            "Namespace", Metric.NAMESPACE,
            "Dimensions", List.of(scope.dimensions()),
            "Metrics", values.keySet().stream().sorted().map(MetricLine::definition).toList());
    line.put("_aws", Map.of("Timestamp", millis, "CloudWatchMetrics", List.of(directive)));
    line.put(scope.dimensions().getFirst(), outbox);
    if (subject != null) {
      line.put(scope.dimensions().getLast(), DimensionText.of(subject));
    }
    values.forEach((metric, value) -> line.put(metric.label(), value));
    return line;
  }

  private static Map<String, String> definition(Metric metric) {
    return Map.of("Name", metric.label(), "Unit", metric.unit().label());
  }
}
