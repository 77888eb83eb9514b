package dev.sluice.cdk.cost;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A resource of a template. */
record Resource(String id, String type, Map<?, ?> properties) {

  /** Of all templates, in their order. */
  static List<Resource> in(List<Map<String, Object>> templates) {
    return templates.stream()
        .flatMap(template -> map(template.get("Resources")).entrySet().stream())
        .map(
            entry -> {
              Map<?, ?> body = map(entry.getValue());
              return new Resource(
                  String.valueOf(entry.getKey()),
                  String.valueOf(body.get("Type")),
                  map(body.get("Properties")));
            })
        .toList();
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /** Null where there is nothing of that name on the way. */
  @Nullable Object at(String... path) {
    @Nullable Object value = properties;
    for (String step : path) {
      value = map(value).get(step);
    }
    return value;
  }

  /** All texts in it one behind the other, whatever function of CloudFormation joins them. */
  String text(String... path) {
    return flat(at(path));
  }

  private static String flat(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Map<?, ?> map -> joined(map.values().stream());
      case List<?> list -> joined(list.stream());
      default -> value.toString();
    };
  }

  private static String joined(Stream<?> values) {
    return values.map(Resource::flat).collect(Collectors.joining());
  }

  /** A number that is there, or written as a text. */
  double number(String... path) {
    Object value = Objects.requireNonNull(at(path), () -> id + " has no " + List.of(path));
    return Double.parseDouble(value.toString());
  }

  int size(String name) {
    return at(name) instanceof List<?> list ? list.size() : 0;
  }

  boolean is(String name) {
    return Boolean.parseBoolean(text(name));
  }

  /** The id that a {@code Ref} names. */
  String ref(String... path) {
    return String.valueOf(map(at(path)).get("Ref"));
  }
}
