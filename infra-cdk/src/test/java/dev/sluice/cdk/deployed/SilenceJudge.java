package dev.sluice.cdk.deployed;

import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;
import software.amazon.awssdk.services.cloudwatch.model.StateValue;

/**
 * LocalStack evaluates an alarm by its dimensions and by what is missing; MiniStack by neither. So
 * the alarm that was deployed in one is put into the other, word for word.
 */
record SilenceJudge(CloudWatchClient metrics, String alarm) {

  static SilenceJudge of(CloudWatchClient metrics, MetricAlarm deployed) {
    metrics.putMetricAlarm(
        request ->
            request
                .alarmName(deployed.alarmName())
                .namespace(deployed.namespace())
                .metricName(deployed.metricName())
                .dimensions(deployed.dimensions())
                .statistic(deployed.statistic())
                .period(deployed.period())
                .evaluationPeriods(deployed.evaluationPeriods())
                .datapointsToAlarm(deployed.datapointsToAlarm())
                .threshold(deployed.threshold())
                .comparisonOperator(deployed.comparisonOperator())
                .treatMissingData(deployed.treatMissingData()));
    return new SilenceJudge(metrics, deployed.alarmName());
  }

  StateValue state() {
    return Alarms.named(metrics, alarm).stateValue();
  }
}
