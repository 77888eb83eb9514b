package dev.sluice.relay.ops.upkeep;

import java.util.Map;

/**
 * Events that no lane will read again, and that were neither in the ledger nor held: a fault of the
 * product, which the coverage check found.
 *
 * @param streams how many of each
 */
public record Uncovered(int slot, Map<String, Long> streams) {

  public Uncovered {
    streams = Map.copyOf(streams);
  }

  public long events() {
    return streams.values().stream().mapToLong(Long::longValue).sum();
  }
}
