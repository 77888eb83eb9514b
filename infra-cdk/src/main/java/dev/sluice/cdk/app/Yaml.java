package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A template as people write it: short things on one line, and CloudFormation's short tags. */
final class Yaml {

  private static final int WIDTH = 120;

  /** That no reader of YAML takes for anything but a text. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z/](?:[A-Za-z0-9_./*()-]|:(?=\\S)| (?=\\S))*");

  private static final Set<String> WORDS =
      Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "null");
  private static final Set<String> TAGS =
      Set.of("Fn::Sub", "Fn::If", "Fn::Split", "Fn::Select", "Fn::Join", "Fn::GetAtt");

  private final StringBuilder text = new StringBuilder();

  private Yaml() {}

  /** A mapping's lines. */
  static String of(Map<?, ?> mapping, int indent) {
    Yaml yaml = new Yaml();
    yaml.lines(mapping, indent);
    return yaml.text.toString();
  }

  private void lines(Map<?, ?> mapping, int indent) {
    mapping.forEach(
        (key, value) -> {
          text.append(" ".repeat(indent)).append(scalar(String.valueOf(key))).append(':');
          value(value, indent, String.valueOf(key).length() + 2);
        });
  }

  /** Behind a key or a hyphen. */
  private void value(Object value, int indent, int before) {
    String flow = flow(value);
    if (value instanceof String paragraph && paragraph.contains("\n")) {
      literal(" |", paragraph, indent + 2);
    } else if (indent + before + flow.length() <= WIDTH) {
      text.append(' ').append(flow).append('\n');
    } else if (value instanceof Map<?, ?> map) {
      mapping(map, indent);
    } else if (value instanceof List<?> list) {
      text.append('\n');
      items(list, indent + 2);
    } else {
      text.append(' ').append(flow).append('\n');
    }
  }

  private void mapping(Map<?, ?> map, int indent) {
    Map.Entry<?, ?> first = map.entrySet().iterator().next();
    String name = String.valueOf(first.getKey());
    if (!TAGS.contains(name)) {
      text.append('\n');
      lines(map, indent + 2);
    } else if (first.getValue() instanceof List<?> list) {
      text.append(tag(name)).append('\n');
      items(list, indent + 2);
    } else {
      substitution(tag(name), String.valueOf(first.getValue()), indent + 2);
    }
  }

  /** A new line in folded text is a space. */
  private void substitution(String tag, String line, int indent) {
    if (line.startsWith("{")) {
      literal(tag + " |", JsonLines.of(line), indent);
    } else {
      literal(tag + " >-", line.replace(" OR ", " OR\n"), indent);
    }
  }

  private void items(List<?> list, int indent) {
    for (Object item : list) {
      text.append(" ".repeat(indent)).append('-');
      if (item instanceof Map<?, ?> map
          && !TAGS.contains(String.valueOf(map.keySet().iterator().next()))
          && indent + 2 + flow(item).length() > WIDTH) {
        String lines = of(map, indent + 2);
        text.append(lines.substring(indent + 1));
      } else {
        value(item, indent, 2);
      }
    }
  }

  private void literal(String head, String paragraph, int indent) {
    text.append(head).append('\n');
    paragraph
        .lines()
        .forEach(line -> text.append((" ".repeat(indent) + line).stripTrailing()).append('\n'));
  }

  private static String tag(String name) {
    return " !" + name.substring("Fn::".length());
  }

  private static String flow(Object value) {
    return switch (value) {
      case Map<?, ?> map when map.get("Ref") instanceof String name -> "!Ref " + name;
      case Map<?, ?> map when map.get("Fn::GetAtt") instanceof List<?> path ->
          "!GetAtt " + path.getFirst() + "." + path.getLast();
      case Map<?, ?> map when TAGS.contains(String.valueOf(firstKey(map))) ->
          tag(String.valueOf(firstKey(map))).strip() + " " + flow(map.values().iterator().next());
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> scalar(String.valueOf(entry.getKey())) + ": " + flow(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case List<?> list ->
          list.stream().map(Yaml::flow).collect(Collectors.joining(", ", "[", "]"));
      case String string -> scalar(string);
      default -> String.valueOf(value);
    };
  }

  private static Object firstKey(Map<?, ?> map) {
    return map.isEmpty() ? "" : map.keySet().iterator().next();
  }

  private static String scalar(String string) {
    if (PLAIN.matcher(string).matches() && !WORDS.contains(string.toLowerCase(Locale.ROOT))) {
      return string;
    }
    try {
      return JSON.std.asString(string);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
