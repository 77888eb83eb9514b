package dev.sluice.relay.ops.status;

import dev.sluice.relay.ops.status.Gauges.DestinationGauge;
import dev.sluice.relay.ops.status.Gauges.LeaseGauge;
import dev.sluice.relay.ops.status.Gauges.StreamGauge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The gauges that alarms stand on. A count that is cut off is at least the number told.
 *
 * @param crashesDetected not passed yet
 * @param relaySeen a relay held shards within the last two minutes
 */
public record Measurement(
    List<Backlog> streams,
    int leasedShards,
    int crashesDetected,
    int openBreakers,
    boolean relaySeen) {

  private static final Duration LATELY = Duration.ofMinutes(2);

  public Measurement {
    streams = List.copyOf(streams);
  }

  /** What one stream owes. */
  public record Backlog(
      String stream,
      long pending,
      long failed,
      long dead,
      long blocked,
      long oldestPendingSeconds) {

    /** Together they are as old as the oldest of them. */
    public static Backlog sum(String name, List<Backlog> parts) {
      return parts.stream().reduce(new Backlog(name, 0, 0, 0, 0, 0), Backlog::plus);
    }

    private Backlog plus(Backlog other) {
      return new Backlog(
          stream,
          pending + other.pending,
          failed + other.failed,
          dead + other.dead,
          blocked + other.blocked,
          Math.max(oldestPendingSeconds, other.oldestPendingSeconds));
    }

    private Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("stream", stream);
      map.put("Pending", pending);
      map.put("Failed", failed);
      map.put("Dead", dead);
      map.put("Blocked", blocked);
      map.put("OldestPendingSeconds", oldestPendingSeconds);
      return map;
    }
  }

  public static Measurement of(StatusReport report) {
    List<LeaseGauge> leases = report.leases();
    return new Measurement(
        backlogs(report),
        leases.stream().filter(l -> l.owner() != null).mapToInt(LeaseGauge::shards).sum(),
        leases.stream().mapToInt(LeaseGauge::crashes).sum(),
        (int) report.destinations().stream().filter(DestinationGauge::breakerOpen).count(),
        report.sinceLeased().compareTo(LATELY) < 0);
  }

  /** A stream's are those of all its subscriptions. */
  private static List<Backlog> backlogs(StatusReport report) {
    Map<String, List<Backlog>> byStream = new TreeMap<>();
    for (StreamGauge gauge : report.streams()) {
      byStream
          .computeIfAbsent(gauge.stream(), stream -> new ArrayList<>())
          .add(backlog(report, gauge));
    }
    return byStream.entrySet().stream()
        .map(stream -> Backlog.sum(stream.getKey(), stream.getValue()))
        .toList();
  }

  private static Backlog backlog(StatusReport report, StreamGauge gauge) {
    return new Backlog(
        gauge.stream(),
        gauge.pending().count(),
        gauge.failed().count(),
        gauge.dead().count(),
        report.blocked(gauge).count(),
        gauge.oldestPendingSeconds());
  }

  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("action", "measure");
    map.put("Heartbeat", 1);
    map.put("relaySeen", relaySeen);
    map.put("streams", streams.stream().map(Backlog::toMap).toList());
    map.put("LeasedShards", leasedShards);
    map.put("CrashesDetected", crashesDetected);
    map.put("BreakerOpen", openBreakers);
    return map;
  }
}
