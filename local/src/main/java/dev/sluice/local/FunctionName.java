package dev.sluice.local;

import java.util.Locale;

/** The functions in the jar. */
public enum FunctionName {
  RELAY("RelayHandler"),
  OPS("OpsHandler"),
  MIGRATE("MigrateHandler");

  private final String className;

  FunctionName(String className) {
    this.className = className;
  }

  public String handler() {
    return "dev.sluice.lambda." + className;
  }

  static FunctionName parse(String text) {
    for (FunctionName function : values()) {
      if (function.text().equals(text)) {
        return function;
      }
    }
    throw new UsageException("--function is relay, ops or migrate, not '" + text + "'");
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
