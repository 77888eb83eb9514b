package dev.sluice.local.demo;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An event as a consumer received it.
 *
 * @param key the stream and the ordering key
 * @param number counts the events of the key, from 1
 * @param nanoTime when, on this JVM's monotonic clock
 */
record Arrival(Place place, String id, String key, long number, long nanoTime) {

  private static final Pattern NUMBER = Pattern.compile("\"number\"\\s*:\\s*(\\d+)");

  /** A message as any of the destinations hands it over. */
  static Arrival of(Place place, String body, Map<String, String> metadata) {
    Matcher number = NUMBER.matcher(body);
    return new Arrival(
        place,
        metadata.getOrDefault("sluice-id", "none"),
        place.stream() + "/" + metadata.get("sluice-key"),
        number.find() ? Long.parseLong(number.group(1)) : -1,
        System.nanoTime());
  }
}
