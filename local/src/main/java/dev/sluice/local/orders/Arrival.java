package dev.sluice.local.orders;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An event as a consumer received it.
 *
 * @param key the stream and the ordering key
 * @param number counts the events of the key, from 1
 * @param nanoTime when, on this JVM's monotonic clock
 * @param sentMillis when the relay handed it to its client, by the system's clock; the time of
 *     arrival where a destination does not say
 */
public record Arrival(
    Place place, String id, String key, long number, long nanoTime, long sentMillis) {

  private static final Pattern NUMBER = Pattern.compile("\"number\"\\s*:\\s*(\\d+)");

  /** A message as any of the destinations hands it over. */
  public static Arrival of(Place place, String body, Map<String, String> metadata) {
    return of(place, body, metadata, System.currentTimeMillis());
  }

  static Arrival of(Place place, String body, Map<String, String> metadata, long sentMillis) {
    Matcher number = NUMBER.matcher(body);
    return new Arrival(
        place,
        metadata.getOrDefault("sluice-id", "none"),
        place.stream() + "/" + metadata.get("sluice-key"),
        number.find() ? Long.parseLong(number.group(1)) : -1,
        System.nanoTime(),
        sentMillis);
  }
}
