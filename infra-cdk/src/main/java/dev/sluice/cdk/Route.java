package dev.sluice.cdk;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A stream's way to its destination. What is not said keeps the relay's default.
 *
 * @param stream a stream's name or a pattern such as {@code orders.*}
 * @param policies the route's other fields as SLUICE_ROUTES has them: name, from, format, order,
 *     onDead, retry, maxAttempts
 */
public record Route(String stream, Destination destination, Map<String, Object> policies) {

  public Route {
    policies = Map.copyOf(policies);
  }

  public static Route of(String stream, Destination destination) {
    return new Route(stream, destination, Map.of());
  }

  /** The subscription that the route belongs to. */
  public Route name(String name) {
    return with("name", name);
  }

  /** Where a new name begins: PRESENT or RETAINED. */
  public Route from(String from) {
    return with("from", from);
  }

  public Route format(String format) {
    return with("format", format);
  }

  public Route order(String order) {
    return with("order", order);
  }

  public Route onDead(String onDead) {
    return with("onDead", onDead);
  }

  public Route retry(String policy) {
    return with("retry", policy);
  }

  public Route maxAttempts(int attempts) {
    return with("maxAttempts", attempts);
  }

  private Route with(String field, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(policies);
    more.put(field, value);
    return new Route(stream, destination, more);
  }

  /** In the order in which people write them. */
  Map<String, Object> toMap(String uri) {
    Map<String, Object> map = new LinkedHashMap<>();
    put(map, "name", "from");
    map.put("stream", stream);
    map.put("destination", uri);
    put(map, "format", "order", "onDead", "retry", "maxAttempts");
    return map;
  }

  private void put(Map<String, Object> map, String... fields) {
    for (String field : fields) {
      if (policies.containsKey(field)) {
        map.put(field, policies.get(field));
      }
    }
  }
}
