package dev.sluice.cdk;

import java.util.Locale;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;

/**
 * When to ask somebody to look.
 *
 * @param name in words; its runbook section is called the same, without what is in parentheses
 * @param meaning one sentence for whoever is woken
 * @param breaching of the last {@code periods} that must breach
 */
record AlarmSpec(
    String name,
    String meaning,
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

  static AlarmSpec above(String name, String meaning, IMetric metric, double threshold) {
    return new AlarmSpec(
        name,
        meaning,
        metric,
        ComparisonOperator.GREATER_THAN_THRESHOLD,
        threshold,
        1,
        1,
        TreatMissingData.NOT_BREACHING,
        Urgency.NOTICE);
  }

  static AlarmSpec below(String name, String meaning, IMetric metric, double threshold) {
    return new AlarmSpec(
        name,
        meaning,
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

  private AlarmSpec copy(int breaching, int periods, TreatMissingData missing, Urgency urgency) {
    return new AlarmSpec(
        name, meaning, metric, comparison, threshold, breaching, periods, missing, urgency);
  }

  /** As Markdown makes one from a heading. */
  String anchor() {
    return name.replaceFirst(" \\(.*", "").toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  String id() {
    StringBuilder id = new StringBuilder();
    for (String word : name.replaceAll("[()]", "").split(" ", -1)) {
      id.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return id.toString();
  }
}
