package dev.sluice.relay.testing;

import java.util.HashMap;
import java.util.Map;

/** A function's environment that is complete and right, to be spoilt by tests. */
public final class Environments {

  private static final Map<String, String> VALID =
      Map.of(
          "SLUICE_DB_URL", "jdbc:postgresql://db.internal:5432/app",
          "SLUICE_DB_USER", "outbox_relay",
          "SLUICE_ROUTES", "[{\"stream\":\"orders\",\"destination\":\"fake:orders\"}]",
          "AWS_REGION", "eu-central-1");

  private Environments() {}

  public static Map<String, String> valid() {
    return VALID;
  }

  /** The empty text takes a variable away. */
  public static Map<String, String> with(Map<String, String> changes) {
    Map<String, String> environment = new HashMap<>(VALID);
    environment.putAll(changes);
    environment.values().removeIf(String::isEmpty);
    return environment;
  }

  /** The message that a person gets, word for word, for a start that failed. */
  public static String refusal(String... faults) {
    String count = faults.length == 1 ? "1 setting needs" : faults.length + " settings need";
    return "Sluice cannot start, " + count + " correction:\n  - " + String.join("\n  - ", faults);
  }
}
