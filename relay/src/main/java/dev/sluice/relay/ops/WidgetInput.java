package dev.sluice.relay.ops;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a CloudWatch dashboard adds to the request of its widget: among other things the words that
 * the viewer typed beside the button.
 */
public final class WidgetInput {

  private static final String CONTEXT = "widgetContext";
  private static final List<String> WORDS = List.of("actor", "reason");

  private WidgetInput() {}

  /** The request as somebody would have written it by hand. */
  public static Map<String, Object> into(Map<String, Object> request) {
    if (!request.containsKey(CONTEXT)) {
      return request;
    }
    Map<String, Object> plain = new HashMap<>(request);
    Map<?, ?> typed = map(map(map(plain.remove(CONTEXT)).get("forms")).get("all"));
    if (!"widget".equals(plain.get("action"))) {
      for (String word : WORDS) {
        if (typed.get(word) instanceof String text && !text.isBlank()) {
          plain.putIfAbsent(word, text);
        }
      }
    }
    return plain;
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }
}
