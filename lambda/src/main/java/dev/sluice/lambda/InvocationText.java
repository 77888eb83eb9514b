package dev.sluice.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.ShardSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what invoked the relay: the schedule's lane, a nudge, EventBridge's scheduled event or
 * nothing.
 */
final class InvocationText {

  private static final String NUDGE = "sluice.nudge";

  private InvocationText() {}

  static Invocation parse(InputStream input) throws IOException {
    String text = new String(input.readAllBytes(), StandardCharsets.UTF_8).strip();
    if (text.isEmpty() || text.equals("null")) {
      return Invocation.WHOLE;
    }
    Map<String, Object> event = object(text);
    boolean nudge = NUDGE.equals(event.get("source"));
    Object lane = event.get("lane");
    Object lanes = event.get("lanes");
    return lane == null && lanes == null
        ? new Invocation(ShardSet.ALL, nudge)
        : Invocation.share(number("lane", lane), number("lanes", lanes), nudge);
  }

  private static Map<String, Object> object(String text) {
    try {
      return JSON.std.mapFrom(text);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the event is not a JSON object; send {\"lane\": 0, \"lanes\": 1}, {\"source\": \""
              + NUDGE
              + "\"} or {}",
          e);
    }
  }

  private static int number(String name, @Nullable Object value) {
    if (value instanceof Integer number) {
      return number;
    }
    String problem = value == null ? "is missing" : "is " + json(value) + ", not a small number";
    throw new IllegalArgumentException(
        "'" + name + "' " + problem + "; send both, such as {\"lane\": 0, \"lanes\": 4}");
  }

  private static String json(Object value) {
    try {
      return JSON.std.asString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
