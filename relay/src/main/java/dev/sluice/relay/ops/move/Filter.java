package dev.sluice.relay.ops.move;

import dev.sluice.relay.config.Subscription;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which events; what is null or empty does not matter.
 *
 * @param group the fingerprint of a failure's destination, code and reason
 * @param from when the event died or, for a replay, was published; inclusive
 * @param to exclusive
 * @param name of the subscription; null for the only one, or main
 */
public record Filter(
    List<UUID> ids,
    @Nullable String stream,
    @Nullable String type,
    @Nullable String key,
    @Nullable String group,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable String name) {

  public Filter {
    ids = List.copyOf(ids);
  }

  /** The subscription that the events are owed to, or were delivered by. */
  public String subscription() {
    return name == null ? Subscription.MAIN : name;
  }

  Filter of(String subscription) {
    return new Filter(ids, stream, type, key, group, from, to, subscription);
  }

  /** Without a condition it means every event of the subscription. */
  public boolean everything() {
    return ids.isEmpty() && Stream.of(stream, type, key, group, from, to).allMatch(Objects::isNull);
  }

  /** As it is asked for, answered and audited. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    if (!ids.isEmpty()) {
      map.put("ids", ids.stream().map(UUID::toString).toList());
    }
    put(map, "stream", stream);
    put(map, "type", type);
    put(map, "key", key);
    put(map, "group", group);
    put(map, "from", from);
    put(map, "to", to);
    if (map.isEmpty()) {
      map.put("all", true);
    }
    if (!subscription().equals(Subscription.MAIN)) {
      map.put("subscription", subscription());
    }
    return map;
  }

  private static void put(Map<String, Object> map, String name, @Nullable Object value) {
    if (value != null) {
      map.put(name, value.toString());
    }
  }
}
