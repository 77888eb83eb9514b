package dev.sluice.relay;

import java.util.HashMap;
import java.util.Map;

/**
 * Keys with a failure that the database does not know of yet. A read that began before the failure
 * was settled may bring later events of such a key; they must not be published ahead of it.
 */
final class HeldKeys {

  private static final long UNSETTLED = Long.MAX_VALUE;

  private final Map<OwedEvent.Key, Long> settledAt = new HashMap<>();

  void hold(OwedEvent.Key key) {
    settledAt.put(key, UNSETTLED);
  }

  /** From here on the database itself holds the key back, or has let it go. */
  void settled(OwedEvent.Key key, long now) {
    settledAt.computeIfPresent(key, (ignored, alsoIgnored) -> now);
  }

  boolean holds(OwedEvent.Key key, long readStartedAt) {
    Long settled = settledAt.get(key);
    return settled != null && readStartedAt <= settled;
  }

  void readDone(long readStartedAt) {
    settledAt.values().removeIf(settled -> settled < readStartedAt);
  }
}
