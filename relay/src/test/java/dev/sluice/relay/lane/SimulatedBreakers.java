package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** outbox.state on the virtual clock. */
final class SimulatedBreakers {

  private static final class Breaker {
    int failures;
    long openUntil;
    long probeUntil;
  }

  private final Map<String, Breaker> open = new HashMap<>();

  States states(long now, long heldChanges, ShardSet wanted) {
    Map<String, Duration> waits = new HashMap<>();
    open.forEach(
        (name, breaker) -> waits.put(name, Duration.ofNanos(Math.max(0, breaker.openUntil - now))));
    return new States(Set.of(), Set.of(), waits, heldChanges, wanted);
  }

  Duration open(String destination, long now) {
    Breaker breaker = open.computeIfAbsent(destination, name -> new Breaker());
    if (breaker.openUntil <= now) {
      breaker.openUntil =
          now + Duration.ofSeconds(Math.min(30, 1L << breaker.failures++)).toNanos();
    }
    breaker.probeUntil = 0;
    return Duration.ofNanos(breaker.openUntil - now);
  }

  boolean takeProbe(String destination, Duration ttl, long now) {
    Breaker breaker = open.get(destination);
    if (breaker == null || breaker.openUntil > now || breaker.probeUntil >= now) {
      return false;
    }
    breaker.probeUntil = now + ttl.toNanos();
    return true;
  }

  void close(String destination) {
    open.remove(destination);
  }
}
