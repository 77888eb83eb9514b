package dev.sluice.cdk.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A stack's CloudFormation template. */
record Template(String configuration, String name, Path file, Map<String, Object> body) {

  /** A resource with its properties, and the way to a value inside of them. */
  record Resource(String id, String type, Map<String, Object> body) {

    @SuppressWarnings("unchecked")
    Map<String, Object> properties() {
      return (Map<String, Object>) body.getOrDefault("Properties", Map.of());
    }

    /** Null where there is nothing of that name on the way. */
    @Nullable Object at(String... path) {
      @Nullable Object value = properties();
      for (String step : path) {
        value = value instanceof Map<?, ?> map ? map.get(step) : null;
      }
      return value;
    }

    List<?> dependsOn() {
      return body.get("DependsOn") instanceof List<?> list ? list : List.of();
    }
  }

  @SuppressWarnings("unchecked")
  Stream<Resource> resources() {
    Map<String, Object> resources = (Map<String, Object>) body.getOrDefault("Resources", Map.of());
    return resources.entrySet().stream()
        .map(
            entry -> {
              Map<String, Object> resource = (Map<String, Object>) entry.getValue();
              return new Resource(entry.getKey(), String.valueOf(resource.get("Type")), resource);
            });
  }

  @SuppressWarnings("unchecked")
  Set<String> outputs() {
    return ((Map<String, Object>) body.getOrDefault("Outputs", Map.of())).keySet();
  }

  List<Resource> resources(String type) {
    return resources().filter(resource -> resource.type().equals(type)).toList();
  }

  Resource only(String type) {
    List<Resource> found = resources(type);
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " of " + type + " in " + this);
    }
    return found.getFirst();
  }

  /** Whose description or handler says so. */
  Resource function(String handler) {
    return resources("AWS::Lambda::Function").stream()
        .filter(function -> String.valueOf(function.at("Handler")).endsWith("." + handler))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return configuration + "/" + name;
  }
}
