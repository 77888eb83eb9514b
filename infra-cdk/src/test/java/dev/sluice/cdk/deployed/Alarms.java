package dev.sluice.cdk.deployed;

import java.util.List;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;

/** Alarms as CloudWatch describes them. */
final class Alarms {

  private Alarms() {}

  static MetricAlarm named(CloudWatchClient metrics, String name) {
    List<MetricAlarm> found =
        metrics.describeAlarms(request -> request.alarmNames(name)).metricAlarms();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " alarms are called '" + name + "'");
    }
    return found.getFirst();
  }
}
