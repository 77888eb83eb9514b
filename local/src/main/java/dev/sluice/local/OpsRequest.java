package dev.sluice.local;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of {@code ./sluice ops}.
 *
 * @param event the function's
 * @param function a deployed one; the local stack's without
 */
record OpsRequest(Map<String, String> event, Optional<String> function, boolean json) {

  OpsRequest {
    event = Collections.unmodifiableMap(new LinkedHashMap<>(event)); // in the order of writing
  }

  /** {@code redrive stream=orders confirm=true}. */
  static OpsRequest parse(List<String> arguments) {
    Arguments left = new Arguments("ops", arguments, "");
    Map<String, String> event = new LinkedHashMap<>();
    Optional<String> function = Optional.empty();
    boolean json = false;
    while (left.remain()) {
      String argument = left.next();
      switch (argument) {
        case "--json" -> json = true;
        case "--function" -> function = Optional.of(left.value(argument));
        default -> put(event, argument);
      }
    }
    if (!event.containsKey("action")) {
      throw new UsageException("ops needs an action, such as: ./sluice ops status format=text");
    }
    event.putIfAbsent("actor", System.getProperty("user.name"));
    return new OpsRequest(event, function, json);
  }

  private static void put(Map<String, String> event, String argument) {
    int equals = argument.indexOf('=');
    String name = equals < 0 ? "action" : argument.substring(0, equals);
    if (argument.startsWith("-") || event.containsKey(name)) {
      throw new UsageException(
          "ops does not know '" + argument + "'; it takes ACTION key=value ...");
    }
    event.put(name, argument.substring(equals + 1));
  }

  String actor() {
    return event.getOrDefault("actor", "");
  }

  String eventJson() throws IOException {
    return Json.text(event);
  }
}
