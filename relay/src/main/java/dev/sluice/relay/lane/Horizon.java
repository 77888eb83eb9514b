package dev.sluice.relay.lane;

import java.util.HashMap;
import java.util.Map;

/**
 * Knows since when each running transaction may have been inserting events, so that old slots of
 * the ring need not be searched.
 */
final class Horizon {

  private Map<Long, Long> beganAt = Map.of();
  private long nextTransaction;
  private long lookedAt;

  /**
   * @param now taken at its own horizon
   * @param floor for transactions that were running before this lane looked
   */
  Snapshot place(Snapshot now, long floor) {
    Map<Long, Long> running = new HashMap<>();
    for (long transaction : now.running()) {
      boolean began = nextTransaction > 0 && transaction >= nextTransaction;
      running.put(transaction, beganAt.getOrDefault(transaction, began ? lookedAt : floor));
    }
    beganAt = running;
    nextTransaction = now.xmax();
    lookedAt = now.horizonMicros();
    long oldest = running.values().stream().mapToLong(Long::longValue).min().orElse(lookedAt);
    return now.withHorizon(Math.min(oldest, lookedAt));
  }
}
