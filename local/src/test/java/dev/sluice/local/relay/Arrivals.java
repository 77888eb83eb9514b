package dev.sluice.local.relay;

import dev.sluice.local.relay.Ledger.Balance;
import dev.sluice.local.relay.Ledger.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What arrived at one place, in that order. */
final class Arrivals {

  private static final Pattern NUMBER = Pattern.compile("\"n\"\\s*:\\s*(\\d+)");

  private final List<Entry> entries = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  /** A message of a queue or a topic, with its attributes. */
  synchronized void add(String body, Map<String, String> attributes) {
    ids.add(attributes.getOrDefault("sluice-id", "none"));
    String key = attributes.get("sluice-stream") + "/" + attributes.get("sluice-key");
    Matcher number = NUMBER.matcher(body);
    entries.add(new Entry(key, number.find() ? Long.parseLong(number.group(1)) : -1));
  }

  /** What a bus has no room for is in its resources. */
  static Map<String, String> named(Stream<String> resources) {
    Map<String, String> attributes = new HashMap<>();
    resources
        .map(resource -> resource.split("=", 2))
        .forEach(pair -> attributes.put(pair[0], pair[1]));
    return attributes;
  }

  synchronized int distinct() {
    return ids.size();
  }

  /** Which of these did not arrive. */
  synchronized Set<String> lacks(Set<String> expected) {
    Set<String> missing = new HashSet<>(expected);
    missing.removeAll(ids);
    return missing;
  }

  synchronized Balance balance() {
    return Balance.of(entries);
  }
}
