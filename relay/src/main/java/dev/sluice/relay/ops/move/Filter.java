package dev.sluice.relay.ops.move;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which events; what is null or empty does not matter.
 *
 * @param group the fingerprint of a failure's destination, code and reason
 * @param from when the event died or, for a replay, was published; inclusive
 * @param to exclusive
 */
public record Filter(
    List<UUID> ids,
    @Nullable String stream,
    @Nullable String type,
    @Nullable String key,
    @Nullable String group,
    @Nullable Instant from,
    @Nullable Instant to) {

  public Filter {
    ids = List.copyOf(ids);
  }

  /** Without a condition it means every event there is. */
  public boolean everything() {
    return equals(new Filter(List.of(), null, null, null, null, null, null));
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
    return map;
  }

  private static void put(Map<String, Object> map, String name, @Nullable Object value) {
    if (value != null) {
      map.put(name, value.toString());
    }
  }
}
