package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** outbox.state of the simulation. */
final class SimulatedStates {

  private static final class Breaker {
    int failures;
    long openUntil;
    long probeUntil = Long.MIN_VALUE;
  }

  private final Map<String, Breaker> open = new HashMap<>();

  /** An operator's. */
  final Set<String> pausedStreams = new TreeSet<>();

  final Set<String> pausedDestinations = new TreeSet<>();

  States read(long now, long heldChanges, ShardSet wanted) {
    Map<String, Duration> waits = new HashMap<>();
    open.forEach(
        (name, breaker) -> waits.put(name, Duration.ofNanos(Math.max(0, breaker.openUntil - now))));
    return new States(
        new TreeSet<>(pausedStreams),
        new TreeSet<>(pausedDestinations),
        waits,
        heldChanges,
        wanted);
  }

  Duration openBreaker(String destination, long now) {
    Breaker breaker = open.computeIfAbsent(destination, name -> new Breaker());
    if (breaker.openUntil <= now) {
      breaker.openUntil =
          now + Duration.ofSeconds(Math.min(30, 1L << Math.min(breaker.failures, 5))).toNanos();
      breaker.failures++;
    }
    breaker.probeUntil = Long.MIN_VALUE;
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

  void closeBreaker(String destination) {
    open.remove(destination);
  }

  Set<String> openBreakers() {
    return open.keySet();
  }
}
