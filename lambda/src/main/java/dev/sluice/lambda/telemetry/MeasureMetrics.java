package dev.sluice.lambda.telemetry;

import dev.sluice.metrics.Metric;
import dev.sluice.metrics.Metric.Scope;
import dev.sluice.relay.ops.status.Measurement;
import dev.sluice.relay.ops.status.Measurement.Backlog;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The gauges of a measurement, and the heartbeat that shows that it took place. */
record MeasureMetrics(JsonLog jsonLog) {

  void write(Measurement measurement) {
    List<Backlog> streams = measurement.streams();
    Map<Metric, Object> all = values(Backlog.sum("", streams));
    all.put(Metric.LEASED_SHARDS, measurement.leasedShards());
    all.put(Metric.CRASHES_DETECTED, measurement.crashesDetected());
    all.put(Metric.BREAKER_OPEN, measurement.openBreakers());
    jsonLog.write(new MetricLine(Scope.OUTBOX, jsonLog.outbox(), null, all));
    int named = Math.min(streams.size(), MetricLine.STREAMS);
    streams.subList(0, named).forEach(this::write);
    if (named < streams.size()) {
      write(Backlog.sum(MetricLine.OTHERS, streams.subList(named, streams.size())));
    }
    heartbeat("database");
    if (measurement.relaySeen()) {
      heartbeat("relay");
    }
  }

  private void write(Backlog backlog) {
    jsonLog.write(
        new MetricLine(Scope.STREAM, jsonLog.outbox(), backlog.stream(), values(backlog)));
  }

  private static Map<Metric, Object> values(Backlog backlog) {
    Map<Metric, Object> values = new EnumMap<>(Metric.class);
    values.put(Metric.PENDING, backlog.pending());
    values.put(Metric.FAILED, backlog.failed());
    values.put(Metric.DEAD, backlog.dead());
    values.put(Metric.BLOCKED, backlog.blocked());
    values.put(Metric.OLDEST_PENDING_SECONDS, backlog.oldestPendingSeconds());
    return values;
  }

  private void heartbeat(String source) {
    jsonLog.write(
        new MetricLine(Scope.SOURCE, jsonLog.outbox(), source, Map.of(Metric.HEARTBEAT, 1)));
  }
}
