package dev.sluice.kafka;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the keys whose events are first seen in another order than they were given in. */
final class KeyOrder {

  /** An event as it appears in a log. */
  record Seen(String key, long seq) {}

  private KeyOrder() {}

  static Set<String> broken(List<Seen> log) {
    Map<String, Long> last = new HashMap<>();
    Set<Seen> known = new LinkedHashSet<>();
    Set<String> broken = new LinkedHashSet<>();
    for (Seen seen : log) {
      if (known.add(seen)) {
        Long before = last.put(seen.key(), seen.seq());
        if (before != null && before > seen.seq()) {
          broken.add(seen.key());
        }
      }
    }
    return broken;
  }
}
