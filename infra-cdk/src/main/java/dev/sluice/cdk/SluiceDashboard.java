package dev.sluice.cdk;

import dev.sluice.metrics.Metric;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.AlarmStatusWidget;
import software.amazon.awscdk.services.cloudwatch.CustomWidget;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.Row;
import software.amazon.awscdk.services.cloudwatch.TextWidget;
import software.constructs.Construct;

/** One page that answers: is something wrong, since when, and where. The first three are free. */
public final class SluiceDashboard extends Construct {

  private static final int WIDTH = 24;
  private static final int HEIGHT = 6;

  private final Sluice sluice;
  private final OutboxMetrics metrics;

  public SluiceDashboard(Construct scope, String id, Sluice sluice, SluiceAlarms alarms) {
    super(scope, id);
    this.sluice = sluice;
    this.metrics = sluice.metrics();
    Dashboard dashboard =
        Dashboard.Builder.create(this, "Dashboard")
            .dashboardName(sluice.name())
            .defaultInterval(Duration.hours(3))
            .build();
    dashboard.addWidgets(
        AlarmStatusWidget.Builder.create()
            .title("Alarms")
            .alarms(alarms.all())
            .width(WIDTH)
            .height(HEIGHT)
            .build());
    dashboard.addWidgets(desk());
    dashboard.addWidgets(runbooks());
    dashboard.addWidgets(events(), flow(), health(), functions());
    if (!sluice.database().gauges().isEmpty()) {
      dashboard.addWidgets(database());
    }
  }

  /** In the console, for whoever is signed in to the account. */
  public static String address(Stack stack, Sluice sluice) {
    return "https://%1$s.console.aws.amazon.com/cloudwatch/home?region=%1$s#dashboards/dashboard/%2$s"
        .formatted(stack.getRegion(), sluice.name());
  }

  /**
   * Streams, leases and dead events, by the alias that only looks. Its button to redrive invokes
   * the other one, with the viewer's own permissions.
   */
  private IWidget desk() {
    return CustomWidget.Builder.create()
        .title("Outbox")
        .functionArn(sluice.look().getFunctionArn())
        .params(Map.of("action", "widget"))
        .updateOnRefresh(true)
        .updateOnTimeRangeChange(false)
        .updateOnResize(false)
        .width(WIDTH)
        .height(HEIGHT)
        .build();
  }

  /** The links of the alarms lead here. */
  private IWidget runbooks() {
    String text =
        """
        ## Runbooks

        Look before you change anything: `./sluice ops status format=text --function %1$s`, and `preflight` instead of `status`. \
        Change with the function whose ARN ends with `:live`. Each alarm has a section of its name in docs/operations.md.

        %2$s"""
            .formatted(
                sluice.look().getFunctionArn(),
                Runbook.table(runbook -> "**" + runbook.title() + "**"));
    return TextWidget.Builder.create().markdown(text).width(WIDTH).height(HEIGHT).build();
  }

  private IWidget events() {
    return row(
        graph("Pending", metrics.lines(Metric.PENDING, "Maximum")),
        graph("Oldest pending, s", metrics.lines(Metric.OLDEST_PENDING_SECONDS, "Maximum")),
        graph("Failed", metrics.lines(Metric.FAILED, "Maximum")),
        graph(
            "Dead and blocked",
            metrics.lines(Metric.DEAD, "Maximum"),
            metrics.lines(Metric.BLOCKED, "Maximum")));
  }

  private IWidget flow() {
    return row(
        graph("Published a minute", metrics.lines(Metric.PUBLISHED, "Sum")),
        graph(
            "Commit to publish, ms",
            metrics.lines(Metric.COMMIT_TO_PUBLISH_LATENCY, "p50"),
            metrics.lines(Metric.COMMIT_TO_PUBLISH_LATENCY, "p99")),
        graph("Publish call, p99 ms", metrics.lines(Metric.PUBLISH_LATENCY, "p99")),
        graph(
            "Retries and dead letters",
            metrics.lines(Metric.RETRIES_SCHEDULED, "Sum"),
            metrics.lines(Metric.DEAD_LETTERED, "Sum")));
  }

  private IWidget health() {
    Duration look = Duration.minutes(sluice.settings().measureEveryMinutes());
    return row(
        graph("Heartbeats", metrics.heartbeat("relay", look), metrics.heartbeat("database", look)),
        graph("Leased shards", metrics.total(Metric.LEASED_SHARDS, "Maximum")),
        graph(
            "Breakers, crashes and probes",
            Stream.concat(
                    Stream.of(Metric.BREAKER_OPEN, Metric.CRASHES_DETECTED),
                    sluice.settings().probe().everyMinutes().stream().map(_ -> Metric.PROBE_FAILED))
                .map(metric -> metrics.total(metric, "Maximum"))
                .toArray(IMetric[]::new)),
        graph(
            "Order steps back, uncovered",
            metrics.total(Metric.ORDER_STEPS_BACK, "Sum"),
            metrics.total(Metric.UNCOVERED, "Sum")));
  }

  private IWidget functions() {
    return row(
        graph("Relay, p99 ms", sluice.relay().alias().metricDuration(statistic("p99"))),
        graph(
            "Errors",
            sluice.relay().alias().metricErrors(statistic("Sum")),
            sluice.ops().alias().metricErrors(statistic("Sum"))),
        graph("Throttles", sluice.relay().alias().metricThrottles(statistic("Sum"))),
        graph(
            "Queues of what went wrong",
            Stream.concat(
                    Stream.of(sluice.deadLetters(), sluice.failedInvocations()),
                    sluice.schedules().stream().map(Schedule::undelivered))
                .map(queue -> queue.metricApproximateNumberOfMessagesVisible(statistic("Maximum")))
                .toArray(IMetric[]::new)));
  }

  private IWidget database() {
    return row(
        sluice.database().gauges().stream()
            .map(gauge -> graph("Database " + gauge.limit(), gauge.metric()))
            .toArray(GraphWidget[]::new));
  }

  private static MetricOptions statistic(String statistic) {
    return MetricOptions.builder().period(Duration.minutes(1)).statistic(statistic).build();
  }

  private static GraphWidget graph(String title, IMetric... metrics) {
    return GraphWidget.Builder.create()
        .title(title)
        .left(List.of(metrics))
        .width(WIDTH / 4)
        .height(HEIGHT)
        .build();
  }

  private static Row row(GraphWidget... widgets) {
    return new Row(widgets);
  }
}
