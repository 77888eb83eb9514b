package dev.sluice.cdk;

import java.util.Map;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;

/** What the functions tell CloudWatch about an outbox. */
public record OutboxMetrics(String outbox) {

  public static final String NAMESPACE = "Sluice";

  private static final Duration MINUTE = Duration.minutes(1);

  /** Over all streams. */
  public Metric total(String name, String statistic, Duration period) {
    return metric(name, Map.of("Outbox", outbox), statistic, period);
  }

  public Metric total(String name, String statistic) {
    return total(name, statistic, MINUTE);
  }

  /** Who still lives: {@code relay}, or {@code database} as operations see it. */
  public Metric heartbeat(String source, Duration period) {
    return metric("Heartbeat", Map.of("Outbox", outbox, "Source", source), "SampleCount", period);
  }

  /** A line for each stream, also for those that come later. */
  public IMetric byStream(String name, String statistic) {
    String search =
        "SEARCH('{%s,Outbox,Stream} Outbox=\"%s\" MetricName=\"%s\"', '%s', 60)"
            .formatted(NAMESPACE, outbox, name, statistic);
    return MathExpression.Builder.create()
        .expression(search)
        .usingMetrics(Map.of())
        .label(name)
        .period(MINUTE)
        .build();
  }

  private static Metric metric(
      String name, Map<String, String> dimensions, String statistic, Duration period) {
    return Metric.Builder.create()
        .namespace(NAMESPACE)
        .metricName(name)
        .dimensionsMap(dimensions)
        .statistic(statistic)
        .period(period)
        .build();
  }
}
