package dev.sluice.local.demo;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A message as any of the destinations hands it over. */
final class Received {

  private static final Pattern NUMBER = Pattern.compile("\"number\"\\s*:\\s*(\\d+)");

  private Received() {}

  static Arrival arrival(Place place, String body, Map<String, String> metadata) {
    Matcher number = NUMBER.matcher(body);
    return new Arrival(
        place,
        metadata.getOrDefault("sluice-id", "none"),
        place.stream() + "/" + metadata.get("sluice-key"),
        number.find() ? Long.parseLong(number.group(1)) : -1,
        System.nanoTime());
  }
}
