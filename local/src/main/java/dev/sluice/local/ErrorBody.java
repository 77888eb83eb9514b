package dev.sluice.local;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Map;

/** The JSON in which the runtime client reports what a handler threw. */
final class ErrorBody {

  private ErrorBody() {}

  static Answer.Failed failed(String json, Report report) {
    Map<String, Object> fields = fields(json);
    return new Answer.Failed(text(fields, "errorType"), text(fields, "errorMessage"), json, report);
  }

  private static Map<String, Object> fields(String json) {
    try {
      return JSON.std.mapFrom(json);
    } catch (IOException e) {
      return Map.of("errorType", "Unreadable", "errorMessage", json);
    }
  }

  private static String text(Map<String, Object> fields, String name) {
    return fields.get(name) instanceof String text ? text : "";
  }
}
