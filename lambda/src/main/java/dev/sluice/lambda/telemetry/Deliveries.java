package dev.sluice.lambda.telemetry;

import static dev.sluice.metrics.Metric.COMMIT_TO_PUBLISH_LATENCY;
import static dev.sluice.metrics.Metric.DEAD_LETTERED;
import static dev.sluice.metrics.Metric.PUBLISHED;
import static dev.sluice.metrics.Metric.PUBLISH_LATENCY;
import static dev.sluice.metrics.Metric.RETRIES_SCHEDULED;

import dev.sluice.metrics.Metric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The deliveries of one invocation in one stream, or in all of them. */
final class Deliveries {

  private static final double MICROS_A_MILLI = 1e3;

  private final Distribution publishMicros = new Distribution();
  private final Distribution commitToPublishMicros = new Distribution();
  long published;
  long retriesScheduled;
  long deadLettered;

  void acknowledged(long callMicros) {
    publishMicros.add(callMicros, 1);
  }

  void committedBefore(long micros) {
    commitToPublishMicros.add(micros, 1);
  }

  /** A stream's zeros are left out: each metric costs money. */
  Map<Metric, Object> values(boolean zeros) {
    Map<Metric, Object> values = new EnumMap<>(Metric.class);
    put(values, PUBLISHED, published, zeros);
    put(values, RETRIES_SCHEDULED, retriesScheduled, zeros);
    put(values, DEAD_LETTERED, deadLettered, zeros);
    put(values, PUBLISH_LATENCY, publishMicros);
    put(values, COMMIT_TO_PUBLISH_LATENCY, commitToPublishMicros);
    return values;
  }

  private static void put(Map<Metric, Object> values, Metric metric, long count, boolean zeros) {
    if (count > 0 || zeros) {
      values.put(metric, count);
    }
  }

  private static void put(Map<Metric, Object> values, Metric metric, Distribution micros) {
    if (micros.total() > 0) {
      List<Double> millis = micros.quantiles().stream().map(m -> m / MICROS_A_MILLI).toList();
      values.put(metric, millis);
    }
  }
}
