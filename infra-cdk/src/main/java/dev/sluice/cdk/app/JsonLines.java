package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JSON for readers: as much as fits on a line. */
final class JsonLines {

  private static final int WIDTH = 112;

  private record Child(String name, Object value) {}

  private JsonLines() {}

  static String of(String json) {
    try {
      return text(JSON.std.anyFrom(json), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Object value, int indent) throws IOException {
    String whole = JSON.std.asString(value);
    if (indent + whole.length() <= WIDTH) {
      return whole;
    }
    return switch (value) {
      case Map<?, ?> map -> {
        List<Child> children = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          children.add(new Child(JSON.std.asString(entry.getKey()) + ":", entry.getValue()));
        }
        yield "{" + filled(children, indent + 1) + "}";
      }
      case List<?> list ->
          "[" + filled(list.stream().map(item -> new Child("", item)).toList(), indent + 1) + "]";
      default -> whole;
    };
  }

  /** The next child stays on the line while it fits. */
  private static String filled(List<Child> children, int indent) throws IOException {
    StringBuilder all = new StringBuilder();
    int column = indent;
    for (Child child : children) {
      String whole = child.name() + JSON.std.asString(child.value());
      all.append(all.isEmpty() ? "" : ",");
      if (column + whole.length() + 2 > WIDTH) {
        all.append('\n').append(" ".repeat(indent));
        column = indent;
      }
      if (column + whole.length() <= WIDTH) {
        all.append(whole);
        column += whole.length() + 1;
      } else {
        all.append(child.name()).append(text(child.value(), indent));
        column = WIDTH;
      }
    }
    return all.toString();
  }
}
