package dev.sluice.cdk;

import dev.sluice.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
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
    alarms.addAll(function("Relay", sluice.relay(), sluice.settings().timeoutSeconds()));
    alarms.addAll(function("Operations", sluice.ops(), OpsLimits.TIMEOUT_SECONDS));
    alarms.addAll(database());
    return alarms;
  }

  private List<AlarmSpec> heartbeats() {
    return List.of(
        silence("Relay heartbeat missing", "No relay has been at work lately.", relayBeats()),
        silence(
            "Database heartbeat missing",
            "Nobody could look at the outbox lately; every gauge of it is stale.",
            metrics().heartbeat("database", measured())));
  }

  private AlarmSpec silence(String name, String meaning, IMetric beats) {
    int turns = thresholds.silentTurns();
    return AlarmSpec.below(name, meaning, beats, 1).lasting(turns, turns).whenSilent().paging();
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
        gauge("Dead events", "Events have failed for good and wait for a decision.", Metric.DEAD, 0)
            .paging(),
        gauge(
                "Oldest event too old",
                "An event has waited for longer than it should.",
                Metric.OLDEST_PENDING_SECONDS,
                thresholds.oldestPendingSeconds())
            .lasting(3, 3)
            .paging(),
        gauge("Backlog", "More events wait than usual.", Metric.PENDING, thresholds.pending())
            .lasting(5, 5),
        gauge("Failed events", "Many events wait for a retry.", Metric.FAILED, thresholds.failed())
            .lasting(5, 5),
        gauge("Breaker open", "A destination has been down for minutes.", Metric.BREAKER_OPEN, 0)
            .lasting(5, 5));
  }

  private AlarmSpec gauge(String name, String meaning, Metric metric, double threshold) {
    return AlarmSpec.above(name, meaning, metrics().total(metric, "Maximum", measured()), threshold)
        .keptWhileUnmeasured();
  }

  private List<AlarmSpec> queues() {
    List<AlarmSpec> alarms = new ArrayList<>();
    alarms.add(
        arrived(
                "Dead letters arrived",
                "Copies of dead events have arrived in the dead-letter queue.",
                sluice.deadLetters())
            .paging());
    alarms.add(
        arrived(
                "Invocations failed",
                "A function was invoked by a schedule and failed.",
                sluice.failedInvocations())
            .paging());
    for (Schedule schedule : sluice.schedules()) {
      alarms.add(
          arrived(
              "Schedule undelivered (" + schedule.getNode().getId() + ")",
              "A schedule could not hand over to its function.",
              schedule.undelivered()));
    }
    return alarms;
  }

  /** Fires for each arrival: what lies in the queue already must not hide the next one. */
  private static AlarmSpec arrived(String name, String meaning, Queue queue) {
    IMetric sent =
        queue.metricNumberOfMessagesSent(
            MetricOptions.builder().period(MINUTE).statistic("Sum").build());
    return AlarmSpec.above(name, meaning, sent, 0);
  }

  private static List<AlarmSpec> function(String name, LiveFunction function, int timeout) {
    IMetric errors = function.alias().metricErrors(statistic("Sum"));
    IMetric throttles = function.alias().metricThrottles(statistic("Sum"));
    IMetric duration = function.alias().metricDuration(statistic("p99"));
    return List.of(
        AlarmSpec.above(name + " errors", "The function fails again and again.", errors, 0)
            .lasting(3, 5),
        AlarmSpec.above(name + " throttled", "Lambda refuses to run the function.", throttles, 0)
            .lasting(3, 5),
        AlarmSpec.above(
                name + " near its timeout",
                "The function is about to be cut off.",
                duration,
                timeout * 1000 * NEAR)
            .lasting(3, 5));
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
          AlarmSpec.above(
                  "Database CPU",
                  "The database has been busy for a while.",
                  gauge.metric(),
                  gauge.threshold())
              .lasting(3, 3);
      case STORAGE ->
          AlarmSpec.below(
                  "Database storage",
                  "The database is about to run out of storage, and then stops.",
                  gauge.metric(),
                  gauge.threshold())
              .paging();
      case CONNECTIONS ->
          AlarmSpec.above(
                  "Database connections",
                  "The database is about to refuse connections.",
                  gauge.metric(),
                  gauge.threshold())
              .lasting(3, 3);
    };
  }

  private OutboxMetrics metrics() {
    return sluice.metrics();
  }
}
