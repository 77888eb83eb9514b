package dev.sluice.cdk.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Texts with names in them, as people write them: Fn::Sub where the CDK joins. */
final class Substitution {

  private static final Pattern NAME = Pattern.compile("\\$\\{([A-Za-z0-9:]+)[^}]*}");

  private Substitution() {}

  /** A copy in the same order. */
  static Object in(Object value) {
    return switch (value) {
      case Map<?, ?> map when map.get("Fn::Join") instanceof List<?> join -> joined(join);
      case Map<?, ?> map -> {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((name, inner) -> copy.put(String.valueOf(name), in(inner)));
        yield copy;
      }
      case List<?> list -> list.stream().map(Substitution::in).toList();
      default -> value;
    };
  }

  private static Object joined(List<?> join) {
    List<Object> around = new ArrayList<>((List<?>) join.getLast());
    for (Object part : List.copyOf(around)) {
      if (join.getFirst().equals("")
          && part instanceof Map<?, ?> map
          && map.get("Fn::If") instanceof List<?> choice) {
        return chosen(around, part, choice);
      }
    }
    List<Optional<String>> parts =
        join.getFirst().equals("")
            ? ((List<?>) join.getLast()).stream().map(Substitution::text).toList()
            : List.of(Optional.empty());
    return parts.stream().allMatch(Optional::isPresent)
        ? Map.of("Fn::Sub", String.join("", parts.stream().map(Optional::orElseThrow).toList()))
        : Map.of("Fn::Join", in(join));
  }

  /** A choice of texts reads better than a text with a choice in it. */
  private static Object chosen(List<Object> parts, Object part, List<?> choice) {
    List<Object> texts = new ArrayList<>();
    for (Object one : choice.subList(1, choice.size())) {
      List<Object> flat = new ArrayList<>();
      for (Object other : parts) {
        flat.addAll(other == part ? inner(one) : List.of(other));
      }
      texts.add(in(Map.of("Fn::Join", List.of("", flat))));
    }
    texts.addFirst(choice.getFirst());
    return Map.of("Fn::If", texts);
  }

  private static List<?> inner(Object text) {
    return text instanceof Map<?, ?> map
            && map.get("Fn::Join") instanceof List<?> join
            && join.getFirst().equals("")
        ? (List<?>) join.getLast()
        : List.of(text);
  }

  private static Optional<String> text(Object part) {
    return switch (part) {
      case String text -> Optional.of(text.replace("${", "${!"));
      case Map<?, ?> map when map.get("Ref") instanceof String name ->
          Optional.of("${" + name + "}");
      case Map<?, ?> map when map.get("Fn::GetAtt") instanceof List<?> path ->
          Optional.of("${" + path.getFirst() + "." + path.getLast() + "}");
      default -> Optional.empty();
    };
  }

  /** Of parameters, conditions and resources that a value mentions. */
  static Set<String> names(Object value) {
    Set<String> names = new TreeSet<>();
    collect(value, names);
    return names;
  }

  private static void collect(Object value, Set<String> names) {
    switch (value) {
      case Map<?, ?> map -> {
        if (map.get("Ref") instanceof String name) {
          names.add(name);
        } else if (map.get("Fn::GetAtt") instanceof List<?> path) {
          names.add(String.valueOf(path.getFirst()));
        } else if (map.get("Fn::Sub") instanceof String text) {
          NAME.matcher(text)
              .results()
              .map((MatchResult found) -> found.group(1))
              .forEach(names::add);
        } else {
          if (map.get("Fn::If") instanceof List<?> choice) {
            names.add(String.valueOf(choice.getFirst()));
          }
          map.values().forEach(inner -> collect(inner, names));
        }
      }
      case List<?> list -> list.forEach(inner -> collect(inner, names));
      default -> {}
    }
  }
}
