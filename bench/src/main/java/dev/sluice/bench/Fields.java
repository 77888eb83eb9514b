package dev.sluice.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Map;

/** A JSON object from an answer. */
record Fields(Map<String, Object> values) {

  static Fields parse(String json) {
    try {
      return new Fields(JSON.std.mapFrom(json));
    } catch (IOException e) {
      throw new IllegalStateException("no JSON object: " + json, e);
    }
  }

  long number(String name) {
    if (values.get(name) instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalStateException("no number '" + name + "' in " + values);
  }
}
