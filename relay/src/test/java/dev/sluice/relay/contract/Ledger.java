package dev.sluice.relay.contract;

import dev.sluice.relay.spi.OutboxMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What was handed over, in its order, to be compared with what arrived. */
final class Ledger {

  private record Entry(int position, OrderKey key) {}

  private final Map<UUID, Entry> entries = new HashMap<>();

  void add(List<OutboxMessage> messages) {
    for (OutboxMessage message : messages) {
      entries.putIfAbsent(message.id(), new Entry(entries.size(), OrderKey.of(message)));
    }
  }

  /** The keys of which a message first arrived after a later one. Repeated ones do not count. */
  Set<OrderKey> reordered(List<Received> log) {
    Map<OrderKey, Integer> last = new HashMap<>();
    Set<UUID> seen = new HashSet<>();
    Set<OrderKey> reordered = new LinkedHashSet<>();
    for (Received received : log) {
      Entry entry = entries.get(received.id());
      if (entry != null && seen.add(received.id())) {
        Integer before = last.put(entry.key(), entry.position());
        if (before != null && before > entry.position()) {
          reordered.add(entry.key());
        }
      }
    }
    return reordered;
  }
}
