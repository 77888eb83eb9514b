package dev.sluice.local.demo;

import dev.sluice.local.Json;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the failed attempts that the relay logs: the database does not keep how many attempts a
 * delivery took.
 */
final class Retries {

  private static final String FAILED = "event failed and will be retried";

  /** The relay writes down a few of a kind and, at the end, how many there were. */
  private static final String MORE = "more of them: " + FAILED;

  private final AtomicInteger count = new AtomicInteger();

  void read(String line) {
    if (line.contains(FAILED)) {
      count.addAndGet(attempts(line.substring(line.indexOf('{'))));
    }
  }

  private static int attempts(String json) {
    try {
      Map<String, Object> line = Json.fields(json);
      return MORE.equals(line.get("message")) ? number(line, "count") - number(line, "logged") : 1;
    } catch (IOException e) {
      throw new IllegalStateException("the relay logs no JSON: " + json, e);
    }
  }

  private static int number(Map<String, Object> line, String name) {
    return line.get(name) instanceof Number number ? number.intValue() : 0;
  }

  int count() {
    return count.get();
  }
}
