package dev.sluice.cdk;

import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;

/**
 * When an alarm fires.
 *
 * @param subject tells alarms with the same runbook apart; empty where there is one
 * @param breaching of the last {@code periods} that must breach
 */
record AlarmSpec(
    Runbook runbook,
    String subject,
    IMetric metric,
    ComparisonOperator comparison,
    double threshold,
    int breaching,
    int periods,
    TreatMissingData missing,
    Urgency urgency) {

  /** Whether it wakes somebody up, or waits for the morning. */
  enum Urgency {
    PAGE,
    NOTICE
  }

  static AlarmSpec above(Runbook runbook, IMetric metric, double threshold) {
    return new AlarmSpec(
        runbook,
        "",
        metric,
        ComparisonOperator.GREATER_THAN_THRESHOLD,
        threshold,
        1,
        1,
        TreatMissingData.NOT_BREACHING,
        Urgency.NOTICE);
  }

  static AlarmSpec below(Runbook runbook, IMetric metric, double threshold) {
    return new AlarmSpec(
        runbook,
        "",
        metric,
        ComparisonOperator.LESS_THAN_THRESHOLD,
        threshold,
        1,
        1,
        TreatMissingData.NOT_BREACHING,
        Urgency.NOTICE);
  }

  AlarmSpec lasting(int breaching, int periods) {
    return copy(breaching, periods, missing, urgency);
  }

  /** A gauge that is not measured any more has not become good. */
  AlarmSpec keptWhileUnmeasured() {
    return copy(breaching, periods, TreatMissingData.IGNORE, urgency);
  }

  AlarmSpec whenSilent() {
    return copy(breaching, periods, TreatMissingData.BREACHING, urgency);
  }

  AlarmSpec paging() {
    return copy(breaching, periods, missing, Urgency.PAGE);
  }

  AlarmSpec of(String subject) {
    return new AlarmSpec(
        runbook, subject, metric, comparison, threshold, breaching, periods, missing, urgency);
  }

  private AlarmSpec copy(int breaching, int periods, TreatMissingData missing, Urgency urgency) {
    return new AlarmSpec(
        runbook, subject, metric, comparison, threshold, breaching, periods, missing, urgency);
  }

  String name() {
    return subject.isEmpty() ? runbook.title() : runbook.title() + " (" + subject + ")";
  }

  String id() {
    StringBuilder id = new StringBuilder();
    for (String word : name().replaceAll("[()]", "").split(" ", -1)) {
      id.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return id.toString();
  }
}
