package dev.sluice.relay.ops.request;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request's fields and gathers every fault. Text stands for any value, since a command line
 * knows nothing else.
 */
public final class Fields {

  private final Map<String, Object> values;
  private final Set<String> known = new LinkedHashSet<>();
  private final List<String> faults = new ArrayList<>();

  public Fields(Map<String, Object> values) {
    this.values = values;
  }

  public void fault(String name, String problem) {
    faults.add("'" + name + "' " + problem);
  }

  private @Nullable Object find(String name) {
    known.add(name);
    return values.get(name);
  }

  public @Nullable String text(String name) {
    Object value = find(name);
    if (value == null) {
      return null;
    }
    if (value instanceof String text && !text.isBlank()) {
      return text.strip();
    }
    fault(name, "is " + value + "; it must be a text that is not blank");
    return null;
  }

  public boolean flag(String name) {
    Object value = find(name);
    if (value == null || "false".equals(value.toString())) {
      return false;
    }
    if (!"true".equals(value.toString())) {
      fault(name, "is " + value + "; it must be true or false");
    }
    return true;
  }

  /** 0 if it is not there. */
  public int positive(String name) {
    Object value = find(name);
    if (value == null) {
      return 0;
    }
    try {
      int number = Integer.parseInt(value.toString());
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    fault(name, "is " + value + "; it must be a whole number of 1 or more");
    return 0;
  }

  public @Nullable Instant instant(String name) {
    String text = text(name);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      fault(name, "is " + text + "; it must be a time such as 2026-11-18T03:00:00Z");
      return null;
    }
  }

  public @Nullable UUID uuid(String name) {
    String text = text(name);
    return text == null ? null : uuid(name, text);
  }

  /** A list, or a text with commas in between. */
  public List<UUID> uuids(String name) {
    Object value = find(name);
    if (value == null) {
      return List.of();
    }
    Stream<?> parts =
        value instanceof List<?> list ? list.stream() : Stream.of(value.toString().split(","));
    List<UUID> ids = new ArrayList<>();
    for (Object part : parts.toList()) {
      UUID id = uuid(name, String.valueOf(part).strip());
      if (id != null) {
        ids.add(id);
      }
    }
    if (ids.isEmpty() && faults.isEmpty()) {
      fault(name, "is empty; name at least one event, or leave it out");
    }
    return ids;
  }

  private @Nullable UUID uuid(String name, String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      fault(name, "holds '" + text + "', which is no UUID");
      return null;
    }
  }

  /** To be called when all that is known was asked for. */
  public void throwIfFaulty(String action) {
    values.keySet().stream()
        .filter(name -> !known.contains(name))
        .sorted()
        .forEach(name -> fault(name, "is unknown; " + action + " knows " + List.copyOf(known)));
    if (!faults.isEmpty()) {
      throw new RefusedException(action, faults);
    }
  }
}
