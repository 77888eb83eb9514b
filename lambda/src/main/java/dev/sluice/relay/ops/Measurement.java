package dev.sluice.relay.ops;

import dev.sluice.relay.ops.Gauges.DestinationGauge;
import dev.sluice.relay.ops.Gauges.LeaseGauge;
import dev.sluice.relay.ops.Gauges.StreamGauge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The gauges that alarms stand on. A count that is cut off is at least the number told. */
final class Measurement {

  private Measurement() {}

  static Map<String, Object> of(StatusReport report) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("action", "measure");
    map.put("Heartbeat", 1);
    map.put("streams", report.streams().stream().map(gauge -> stream(report, gauge)).toList());
    List<LeaseGauge> leases = report.leases();
    map.put(
        "LeasedShards",
        leases.stream().filter(l -> l.owner() != null).mapToInt(LeaseGauge::shards).sum());
    map.put("CrashesDetected", leases.stream().mapToInt(LeaseGauge::crashes).sum());
    map.put(
        "BreakerOpen",
        report.destinations().stream().filter(DestinationGauge::breakerOpen).count());
    return map;
  }

  private static Map<String, Object> stream(StatusReport report, StreamGauge gauge) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("stream", gauge.stream());
    map.put("Pending", gauge.pending().count());
    map.put("Failed", gauge.failed().count());
    map.put("Dead", gauge.dead().count());
    map.put("Blocked", report.blocked(gauge).count());
    map.put("OldestPendingSeconds", gauge.oldestPendingSeconds());
    return map;
  }
}
