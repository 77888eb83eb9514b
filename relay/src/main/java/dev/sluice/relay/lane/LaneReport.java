package dev.sluice.relay.lane;

import java.util.LinkedHashMap;
import java.util.Map;

/** What one run did; the function's answer. */
public record LaneReport(
    long published,
    long failed,
    long dead,
    long batches,
    int leasedShards,
    int crashesDetected,
    int lostShards,
    int openBreakers,
    int unroutedStreams,
    String stopped,
    long millis) {

  static LaneReport of(
      Settling settling,
      HeldShards held,
      Listeners listeners,
      Destinations destinations,
      String stopped,
      long nanos) {
    return new LaneReport(
        settling.published,
        settling.failed,
        settling.dead,
        settling.batches,
        held.most(),
        listeners.crashes,
        listeners.lostShards,
        destinations.openBreakers(),
        destinations.unrouted(),
        stopped.isEmpty() ? "deadline" : stopped,
        nanos / 1_000_000);
  }

  /** Of lanes that ran beside each other. */
  public LaneReport plus(LaneReport other) {
    return new LaneReport(
        published + other.published,
        failed + other.failed,
        dead + other.dead,
        batches + other.batches,
        leasedShards + other.leasedShards,
        crashesDetected + other.crashesDetected,
        lostShards + other.lostShards,
        openBreakers + other.openBreakers,
        unroutedStreams + other.unroutedStreams,
        stopped.contains(other.stopped) ? stopped : stopped + ", " + other.stopped,
        Math.max(millis, other.millis));
  }

  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("published", published);
    map.put("failed", failed);
    map.put("dead", dead);
    map.put("batches", batches);
    map.put("leasedShards", leasedShards);
    map.put("crashesDetected", crashesDetected);
    map.put("lostShards", lostShards);
    map.put("openBreakers", openBreakers);
    map.put("unroutedStreams", unroutedStreams);
    map.put("stopped", stopped);
    map.put("millis", millis);
    return map;
  }
}
