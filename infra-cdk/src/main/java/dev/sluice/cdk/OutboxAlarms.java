package dev.sluice.cdk;

import dev.sluice.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.sqs.Queue;

/** What may go wrong with an outbox, its functions and its database. */
record OutboxAlarms(Sluice sluice, AlarmThresholds thresholds) {

  private static final Duration MINUTE = Duration.minutes(1);

  /** Of the time a function has, before its last events are abandoned. */
  private static final double NEAR = 0.9;

  OutboxAlarms {
    RelaySettings settings = sluice.settings();
    int most =
        AlarmThresholds.mostSilentTurns(settings.everyMinutes(), settings.measureEveryMinutes());
    if (thresholds.silentTurns() > most) {
      throw new IllegalArgumentException(
          "silentTurns is %d; with so many minutes between two turns it must be %d or less, because CloudWatch looks back for a day at most"
              .formatted(thresholds.silentTurns(), most));
    }
  }

  List<AlarmSpec> all() {
    List<AlarmSpec> alarms = new ArrayList<>(heartbeats());
    alarms.addAll(events());
    alarms.addAll(queues());
    alarms.addAll(relay());
    alarms.addAll(operations());
    alarms.addAll(probe());
    alarms.addAll(database());
    return alarms;
  }

  private List<AlarmSpec> heartbeats() {
    return List.of(
        silence(Runbook.RELAY_HEARTBEAT_MISSING, relayBeats()),
        silence(Runbook.DATABASE_HEARTBEAT_MISSING, metrics().heartbeat("database", measured())));
  }

  private AlarmSpec silence(Runbook runbook, IMetric beats) {
    int turns = thresholds.silentTurns();
    return AlarmSpec.below(runbook, beats, 1).lasting(turns, turns).whenSilent().paging();
  }

  /**
   * The outbox remembers a relay for two minutes only: one that comes rarely is counted by Lambda.
   */
  private IMetric relayBeats() {
    int minutes = sluice.settings().everyMinutes();
    if (minutes <= 1) {
      return metrics().heartbeat("relay", measured());
    }
    return sluice
        .relay()
        .alias()
        .metricInvocations(
            MetricOptions.builder().period(Duration.minutes(minutes)).statistic("Sum").build());
  }

  private Duration measured() {
    return Duration.minutes(sluice.settings().measureEveryMinutes());
  }

  private List<AlarmSpec> events() {
    return List.of(
        gauge(Runbook.DEAD_EVENTS, Metric.DEAD, 0).paging(),
        gauge(
                Runbook.OLDEST_EVENT_TOO_OLD,
                Metric.OLDEST_PENDING_SECONDS,
                thresholds.oldestPendingSeconds())
            .lasting(3, 3)
            .paging(),
        gauge(Runbook.BACKLOG, Metric.PENDING, thresholds.pending()).lasting(5, 5),
        gauge(Runbook.FAILED_EVENTS, Metric.FAILED, thresholds.failed()).lasting(5, 5),
        gauge(Runbook.BREAKER_OPEN, Metric.BREAKER_OPEN, 0).lasting(5, 5),
        AlarmSpec.above(Runbook.UNCOVERED_EVENTS, metrics().total(Metric.UNCOVERED, "Sum"), 0)
            .paging());
  }

  private AlarmSpec gauge(Runbook runbook, Metric metric, double threshold) {
    return AlarmSpec.above(runbook, metrics().total(metric, "Maximum", measured()), threshold)
        .keptWhileUnmeasured();
  }

  private List<AlarmSpec> queues() {
    List<AlarmSpec> alarms = new ArrayList<>();
    alarms.add(arrived(Runbook.DEAD_LETTERS_ARRIVED, sluice.deadLetters()).paging());
    alarms.add(arrived(Runbook.INVOCATIONS_FAILED, sluice.failedInvocations()).paging());
    for (Schedule schedule : sluice.schedules()) {
      alarms.add(
          arrived(Runbook.SCHEDULE_UNDELIVERED, schedule.undelivered())
              .of(schedule.getNode().getId()));
    }
    return alarms;
  }

  /** Fires for each arrival: what lies in the queue already must not hide the next one. */
  private static AlarmSpec arrived(Runbook runbook, Queue queue) {
    IMetric sent =
        queue.metricNumberOfMessagesSent(
            MetricOptions.builder().period(MINUTE).statistic("Sum").build());
    return AlarmSpec.above(runbook, sent, 0);
  }

  private List<AlarmSpec> relay() {
    Alias relay = sluice.relay().alias();
    return List.of(
        errors(Runbook.RELAY_ERRORS, relay),
        throttles(Runbook.RELAY_THROTTLED, relay),
        duration(Runbook.RELAY_NEAR_ITS_TIMEOUT, relay, sluice.settings().timeoutSeconds()));
  }

  private List<AlarmSpec> operations() {
    Alias ops = sluice.ops().alias();
    return List.of(
        errors(Runbook.OPERATIONS_ERRORS, ops),
        throttles(Runbook.OPERATIONS_THROTTLED, ops),
        duration(Runbook.OPERATIONS_NEAR_ITS_TIMEOUT, ops, OpsLimits.TIMEOUT_SECONDS));
  }

  private static AlarmSpec errors(Runbook runbook, Alias alias) {
    return AlarmSpec.above(runbook, alias.metricErrors(statistic("Sum")), 0).lasting(3, 5);
  }

  private static AlarmSpec throttles(Runbook runbook, Alias alias) {
    return AlarmSpec.above(runbook, alias.metricThrottles(statistic("Sum")), 0).lasting(3, 5);
  }

  private static AlarmSpec duration(Runbook runbook, Alias alias, int timeout) {
    IMetric duration = alias.metricDuration(statistic("p99"));
    return AlarmSpec.above(runbook, duration, timeout * 1000 * NEAR).lasting(3, 5);
  }

  /**
   * The last probe counts. CloudWatch takes silence for a breach only when some periods in a row
   * are empty, so one that comes late does no harm.
   */
  private List<AlarmSpec> probe() {
    return sluice.settings().probe().everyMinutes().stream()
        .map(every -> metrics().total(Metric.PROBE_FAILED, "Maximum", Duration.minutes(every)))
        .map(failed -> AlarmSpec.above(Runbook.PROBE_FAILED, failed, 0).whenSilent().paging())
        .toList();
  }

  private static MetricOptions statistic(String statistic) {
    return MetricOptions.builder().period(MINUTE).statistic(statistic).build();
  }

  private List<AlarmSpec> database() {
    return sluice.database().gauges().stream().map(OutboxAlarms::limit).toList();
  }

  private static AlarmSpec limit(Database.Gauge gauge) {
    return switch (gauge.limit()) {
      case CPU ->
          AlarmSpec.above(Runbook.DATABASE_CPU, gauge.metric(), gauge.threshold()).lasting(3, 3);
      case STORAGE ->
          AlarmSpec.below(Runbook.DATABASE_STORAGE, gauge.metric(), gauge.threshold()).paging();
      case CONNECTIONS ->
          AlarmSpec.above(Runbook.DATABASE_CONNECTIONS, gauge.metric(), gauge.threshold())
              .lasting(3, 3);
    };
  }

  private OutboxMetrics metrics() {
    return sluice.metrics();
  }
}
