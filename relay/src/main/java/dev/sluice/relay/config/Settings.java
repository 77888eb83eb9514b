package dev.sluice.relay.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the environment and gathers every fault instead of stopping at the first. */
public final class Settings {

  private static final Pattern VERB = Pattern.compile("(is|must|holds|names|needs|cannot) .*");

  private final Map<String, String> environment;
  private final List<String> faults = new ArrayList<>();

  public Settings(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  public Map<String, String> environment() {
    return environment;
  }

  /** The value, or null if it is missing or blank. */
  public @Nullable String find(String name) {
    String value = environment.get(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  /** The value; missing is a fault, and the empty string stands in until all faults are told. */
  public String required(String name, String meaning) {
    String value = find(name);
    if (value == null) {
      fault(name, "is missing; set it to " + meaning);
      return "";
    }
    return value;
  }

  public <T> T parsed(String name, T otherwise, Function<String, T> parser) {
    String value = find(name);
    if (value == null) {
      return otherwise;
    }
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      fault(name, String.valueOf(e.getMessage()));
      return otherwise;
    }
  }

  public int number(String name, int otherwise, int least, int most) {
    return parsed(name, otherwise, text -> bounded(text, least, most));
  }

  public <E extends Enum<E>> E choice(String name, E otherwise) {
    return parsed(name, otherwise, text -> choose(text, otherwise.getDeclaringClass()));
  }

  static <E extends Enum<E>> E choose(String text, Class<E> type) {
    for (E value : type.getEnumConstants()) {
      if (value.name().equalsIgnoreCase(text)) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "is '" + text + "'; choose one of " + List.of(type.getEnumConstants()));
  }

  private static int bounded(String text, int least, int most) {
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below, with the bounds
    }
    throw new IllegalArgumentException(
        "is '" + text + "'; it must be a whole number from " + least + " to " + most);
  }

  public void fault(String name, String problem) {
    faults.add(name + (VERB.matcher(problem).matches() ? " " : ": ") + problem);
  }

  List<String> faults() {
    return List.copyOf(faults);
  }

  /** A misspelt name would silently leave a default in force. */
  public void refuseUnknown(String prefix, Set<String> known) {
    environment.keySet().stream()
        .filter(name -> name.startsWith(prefix) && !known.contains(name))
        .sorted()
        .forEach(name -> fault(name, "is unknown; known are " + known.stream().sorted().toList()));
  }

  public void throwIfFaulty() {
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }
}
