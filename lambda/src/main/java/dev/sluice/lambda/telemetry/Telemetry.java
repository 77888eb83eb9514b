package dev.sluice.lambda.telemetry;

import dev.sluice.metrics.Metric;
import dev.sluice.metrics.Metric.Scope;
import dev.sluice.relay.ops.status.Measurement;
import java.util.LinkedHashMap;
import java.util.Map;

/** The log and the metrics of a function. */
public final class Telemetry {

  private final JsonLog jsonLog;

  /** From here on the libraries of this process write to the same log. */
  public Telemetry(JsonLog jsonLog) {
    this.jsonLog = jsonLog;
    LibraryLog.install(jsonLog);
  }

  /** All that is written from now on belongs to this invocation. */
  public void begin(Correlation correlation) {
    jsonLog.begin(correlation);
  }

  public RelayTelemetry relay() {
    return new RelayTelemetry(jsonLog);
  }

  public void measured(Measurement measurement) {
    new MeasureMetrics(jsonLog).write(measurement);
  }

  /** One that is to be a metric. */
  public void probed(boolean delivered) {
    Map<Metric, Object> failed = Map.of(Metric.PROBE_FAILED, delivered ? 0 : 1);
    jsonLog.write(new MetricLine(Scope.OUTBOX, jsonLog.outbox(), null, failed));
  }

  /** Nobody reads the answer to a schedule. */
  public void undelivered(Exception reason) {
    jsonLog.write(
        Level.ERROR,
        "the probe was not delivered",
        Map.of("reason", String.valueOf(reason.getMessage())));
  }

  /** An operator's action with what came of it in numbers; never with the words he gave. */
  public void acted(String action, String actor, Map<String, Object> answer) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("action", action);
    fields.put("actor", actor);
    answer.forEach(
        (name, value) -> {
          if (value instanceof Number || value instanceof Boolean || name.equals("operation")) {
            fields.put(name, value);
          }
        });
    jsonLog.write(Level.INFO, "operator's action", fields);
  }

  public void migrated(Map<String, Object> answer) {
    jsonLog.write(Level.INFO, "schema migrated", answer);
  }

  /** Before it is thrown on. */
  public void failed(Throwable thrown) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("error", thrown.getClass().getName());
    fields.put("reason", String.valueOf(thrown.getMessage()));
    jsonLog.write(Level.ERROR, "invocation failed", fields);
  }
}
