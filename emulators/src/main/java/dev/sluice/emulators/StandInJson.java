package dev.sluice.emulators;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON whose shape nobody has checked. */
final class StandInJson {

  private StandInJson() {}

  static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  static @Nullable String textOrNull(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  // The names in a JSON object are strings.
  @SuppressWarnings("unchecked")
  static Map<String, Object> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }
}
