package dev.sluice.emulators;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A line of a function's log as CloudWatch judges it: one JSON object, a metric or a message. */
public record LogLine(String text, Map<String, Object> members) {

  private static final Set<String> LEVELS =
      Set.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL");

  private static final JSON STRICT =
      JSON.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .build();

  /** Empty members where it is no object. */
  public static LogLine of(String text) {
    try (JsonParser parser = STRICT.createParser(text)) {
      Map<String, Object> members = STRICT.mapFrom(parser);
      return new LogLine(text, parser.nextToken() == null ? members : Map.of());
    } catch (IOException e) {
      return new LogLine(text, Map.of());
    }
  }

  public boolean metric() {
    return members.containsKey("_aws");
  }

  /** What it measures and by which dimensions, such as {@code Published by [Outbox]}. */
  public List<String> metrics() {
    Map<String, Object> metadata = StandInJson.object(members.get("_aws"));
    List<String> metrics = new ArrayList<>();
    for (Object entry : StandInJson.list(metadata.get("CloudWatchMetrics"))) {
      Map<String, Object> directive = StandInJson.object(entry);
      for (Object set : StandInJson.list(directive.get("Dimensions"))) {
        for (Object metric : StandInJson.list(directive.get("Metrics"))) {
          metrics.add(StandInJson.object(metric).get("Name") + " by " + set);
        }
      }
    }
    return metrics;
  }

  /** What is wrong with it; nothing if it is as it should be. */
  public List<String> faults() {
    if (members.isEmpty() || text.contains("\n")) {
      return List.of("is not one JSON object on a line: " + text);
    }
    return metric() ? EmfRules.faults(members) : messageFaults();
  }

  private List<String> messageFaults() {
    List<String> faults = new ArrayList<>();
    if (!LEVELS.contains(String.valueOf(members.get("level")))) {
      faults.add("level is none of " + LEVELS);
    }
    if (!(members.get("message") instanceof String message) || message.isBlank()) {
      faults.add("there is no message");
    }
    try {
      Instant.parse(String.valueOf(members.get("timestamp")));
    } catch (DateTimeParseException e) {
      faults.add("timestamp is not RFC 3339 in UTC");
    }
    return faults;
  }
}
