package dev.sluice.relay;

import java.util.LinkedHashMap;
import java.util.Map;

/** What one invocation did; the function's answer. */
public record RelayReport(
    long published,
    long failed,
    long dead,
    long putBack,
    long batches,
    int leasedShards,
    int crashesDetected,
    int lostShards,
    int openBreakers,
    int unroutedStreams,
    String stopped,
    long millis) {

  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("published", published);
    map.put("failed", failed);
    map.put("dead", dead);
    map.put("putBack", putBack);
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
