package dev.sluice.cdk;

import dev.sluice.metrics.Metric;
import dev.sluice.metrics.Metric.Scope;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;

/**
 * The metrics that the functions write about an outbox, and no others.
 *
 * @param dimensions the finest that they have, with commas in between
 */
public record OutboxMetrics(String outbox, String dimensions) {

  private static final Duration MINUTE = Duration.minutes(1);

  /** Over all streams. */
  public IMetric total(Metric metric, String statistic, Duration period) {
    return metric(metric, Scope.OUTBOX, outbox, statistic, period);
  }

  public IMetric total(Metric metric, String statistic) {
    return total(metric, statistic, MINUTE);
  }

  /** Who still lives: {@code relay}, or {@code database} as operations see it. */
  public IMetric heartbeat(String source, Duration period) {
    return metric(Metric.HEARTBEAT, Scope.SOURCE, source, "SampleCount", period);
  }

  /**
   * A line for each stream, also for those that come later; the total alone where streams have no
   * metrics of their own.
   */
  public IMetric lines(Metric metric, String statistic) {
    requireScope(metric, Scope.STREAM);
    String search =
        "SEARCH('{%s,%s} Outbox=\"%s\" MetricName=\"%s\"', '%s', 60)"
            .formatted(Metric.NAMESPACE, dimensions, outbox, metric.label(), statistic);
    return MathExpression.Builder.create()
        .expression(search)
        .usingMetrics(Map.of())
        .label(metric.label() + " " + statistic)
        .period(MINUTE)
        .build();
  }

  private IMetric metric(
      Metric metric, Scope scope, String subject, String statistic, Duration period) {
    requireScope(metric, scope);
    Map<String, String> dimensions = new TreeMap<>();
    dimensions.put(scope.dimensions().getLast(), subject);
    dimensions.put(scope.dimensions().getFirst(), outbox);
    return software.amazon.awscdk.services.cloudwatch.Metric.Builder.create()
        .namespace(Metric.NAMESPACE)
        .metricName(metric.label())
        .dimensionsMap(dimensions)
        .statistic(statistic)
        .period(period)
        .build();
  }

  private static void requireScope(Metric metric, Scope scope) {
    if (!metric.scopes().contains(scope)) {
      throw new IllegalArgumentException(metric + " is not told by " + scope.dimensions());
    }
  }
}
