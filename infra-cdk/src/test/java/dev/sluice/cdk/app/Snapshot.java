package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A template as people can compare it: sorted, and without what changes with every build. */
final class Snapshot {

  private Snapshot() {}

  static String of(Template template) {
    try {
      Object sorted = sorted(template.body());
      String json =
          JSON.builder().enable(JSON.Feature.PRETTY_PRINT_OUTPUT).build().asString(sorted);
      return withoutHashes(json) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of assets, and of the versions that are named after them. */
  static String withoutHashes(String text) {
    return text.replaceAll("[0-9a-f]{64}", "<asset>")
        .replaceAll("(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}", "$1<version>");
  }

  private static Object sorted(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .filter(entry -> !entry.getKey().equals("Metadata"))
              .collect(
                  Collectors.toMap(
                      entry -> String.valueOf(entry.getKey()),
                      entry -> sorted(entry.getValue()),
                      (one, _) -> one,
                      TreeMap::new));
      case List<?> list -> list.stream().map(Snapshot::sorted).toList();
      default -> value;
    };
  }
}
