package dev.sluice.cdk.app;

import dev.sluice.cdk.app.Template.Resource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a resource is, whoever wrote it down: without names that only its own template knows. */
final class Gist {

  private static final String TOKEN = "<token>";

  /** The CDK writes routes with functions in between; the contract tests read them. */
  private static final Set<String> OF_THE_AUTHOR =
      Set.of("Tags", "Code", "Role", "State", "SLUICE_ROUTES");

  private Gist() {}

  static Map<String, Object> of(Resource resource) {
    return of(resource.properties());
  }

  private static Map<String, Object> of(Map<?, ?> properties) {
    Map<String, Object> gist = new TreeMap<>();
    properties.forEach(
        (name, value) -> {
          if (!OF_THE_AUTHOR.contains(String.valueOf(name))) {
            gist.put(String.valueOf(name), of(value));
          }
        });
    return gist;
  }

  /** Numbers of parameters are texts. */
  private static Object of(Object value) {
    return switch (value) {
      case Map<?, ?> map when isFunction(map) -> TOKEN;
      case Map<?, ?> map -> of(map);
      case List<?> list -> list.stream().map(Gist::of).toList();
      default -> withoutNames(String.valueOf(value));
    };
  }

  /** As they are written into a text, or as SAM's resolver leaves them there. */
  private static String withoutNames(String text) {
    return text.matches("\\$\\{[^}]+}:live")
        ? TOKEN
        : text.replaceAll("\\$\\{[^}]+}|\\{'Ref': '\\w+'}", TOKEN);
  }

  private static boolean isFunction(Map<?, ?> map) {
    return map.size() == 1
        && map.keySet().stream().map(String::valueOf).allMatch(Gist::isFunctionName);
  }

  private static boolean isFunctionName(String key) {
    return key.equals("Ref") || key.startsWith("Fn::");
  }

  /** A text that holds functions, with a word for each of them. */
  static String text(Object value) {
    return value instanceof Map<?, ?> map && map.get("Fn::Join") instanceof List<?> join
        ? ((List<?>) join.get(1))
            .stream().map(Gist::of).map(String::valueOf).collect(Collectors.joining())
        : String.valueOf(of(value));
  }
}
