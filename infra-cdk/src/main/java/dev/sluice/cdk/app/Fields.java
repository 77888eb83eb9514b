package dev.sluice.cdk.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads a JSON object and gathers every fault, each with its place. */
final class Fields {

  private final String place;
  private final Map<String, Object> values;
  private final List<String> faults;
  private final Set<String> known = new TreeSet<>();

  private Fields(String place, Map<String, Object> values, List<String> faults) {
    this.place = place;
    this.values = values;
    this.faults = faults;
  }

  static Fields of(Map<String, Object> values) {
    return new Fields("", values, new ArrayList<>());
  }

  String text(String name) {
    Object value = find(name);
    if (value instanceof String text && !text.isBlank()) {
      return text;
    }
    fault(name, value == null ? "is missing" : "must be a text");
    return "";
  }

  String text(String name, String otherwise) {
    return find(name) == null ? otherwise : text(name);
  }

  Optional<String> optional(String name) {
    return find(name) == null ? Optional.empty() : Optional.of(text(name));
  }

  int number(String name, int otherwise, int least, int most) {
    Object value = find(name);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Integer number && number >= least && number <= most) {
      return number;
    }
    fault(name, "must be a whole number from " + least + " to " + most);
    return otherwise;
  }

  double decimal(String name, double otherwise, double least, double most) {
    Object value = find(name);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Number number
        && number.doubleValue() >= least
        && number.doubleValue() <= most) {
      return number.doubleValue();
    }
    fault(name, "must be a number from " + least + " to " + most);
    return otherwise;
  }

  boolean flag(String name, boolean otherwise) {
    Object value = find(name);
    if (value == null || value instanceof Boolean) {
      return value == null ? otherwise : (Boolean) value;
    }
    fault(name, "must be true or false");
    return otherwise;
  }

  <E extends Enum<E>> E choice(String name, E otherwise) {
    E[] choices = otherwise.getDeclaringClass().getEnumConstants();
    String text = text(name, otherwise.name());
    return Arrays.stream(choices)
        .filter(choice -> choice.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseGet(
            () -> {
              fault(name, "is '" + text + "'; choose one of " + lowerCase(choices));
              return otherwise;
            });
  }

  private static <E extends Enum<E>> List<String> lowerCase(E[] choices) {
    return Arrays.stream(choices).map(choice -> choice.name().toLowerCase(Locale.ROOT)).toList();
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object value : list(name)) {
      if (value instanceof String text) {
        texts.add(text);
      } else {
        fault(name, "must be a list of texts");
      }
    }
    return texts;
  }

  Map<String, String> textMap(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    map(find(name), name)
        .forEach(
            (key, value) -> {
              if (value instanceof String text) {
                texts.put(key, text);
              } else {
                fault(name + "." + key, "must be a text");
              }
            });
    return texts;
  }

  /** Empty where there is none. */
  Fields object(String name) {
    return new Fields(path(name) + ".", map(find(name), name), faults);
  }

  boolean has(String name) {
    return find(name) != null;
  }

  List<Fields> objects(String name) {
    List<Fields> objects = new ArrayList<>();
    for (Object value : list(name)) {
      String one = name + "[" + objects.size() + "]";
      objects.add(new Fields(path(one) + ".", map(value, one), faults));
    }
    return objects;
  }

  private List<?> list(String name) {
    Object value = find(name);
    if (value == null || value instanceof List<?>) {
      return value == null ? List.of() : (List<?>) value;
    }
    fault(name, "must be a list");
    return List.of();
  }

  private Map<String, Object> map(@Nullable Object value, String name) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> object) {
      object.forEach((key, entry) -> map.put(String.valueOf(key), entry));
    } else if (value != null) {
      fault(name, "must be an object");
    }
    return map;
  }

  @Nullable Object find(String name) {
    known.add(name);
    return values.get(name);
  }

  /** What nobody asked for is misspelt. */
  void refuseUnknown() {
    values.keySet().stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> fault(name, "is unknown; known here are " + known));
  }

  void fault(String name, String problem) {
    faults.add(path(name) + " " + problem);
  }

  private String path(String name) {
    return place + name;
  }

  List<String> faults() {
    return List.copyOf(faults);
  }
}
