package dev.sluice.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** How an invocation ended, as the Lambda service would tell its caller. */
public sealed interface Answer {

  Report report();

  /** The handler returned. */
  record Answered(String json, Report report) implements Answer {}

  /** The handler threw, or the function could not be initialised. */
  record Failed(String errorType, String message, String json, Report report) implements Answer {

    /** From the JSON in which the runtime client reports what a handler threw. */
    static Failed of(String json, Report report) {
      Map<String, Object> fields;
      try {
        fields = Json.fields(json);
      } catch (IOException e) {
        fields = Map.of("errorType", "Unreadable", "errorMessage", json);
      }
      return new Failed(text(fields, "errorType"), text(fields, "errorMessage"), json, report);
    }

    /** As the runtime client would have reported it. */
    static Failed of(String errorType, String message, Report report) {
      return new Failed(errorType, message, json(errorType, message), report);
    }

    static String json(String errorType, String message) {
      try {
        return Json.text(new TreeMap<>(Map.of("errorType", errorType, "errorMessage", message)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static String text(Map<String, Object> fields, String name) {
      return fields.get(name) instanceof String text ? text : "";
    }
  }

  /** The process was killed because its time was up. */
  record TimedOut(Report report) implements Answer {}

  /**
   * The process ended before it had answered; killed by a signal, its exit code is 128 + signal.
   */
  record Crashed(int exitCode, Report report) implements Answer {}
}
