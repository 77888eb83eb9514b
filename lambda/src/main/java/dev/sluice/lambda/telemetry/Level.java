package dev.sluice.lambda.telemetry;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How severe a line is, by Lambda's names. */
public enum Level {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR,
  FATAL;

  /** As {@code AWS_LAMBDA_LOG_LEVEL} says; what is not said, or unknown, is INFO. */
  public static Level named(@Nullable String name) {
    return Arrays.stream(values())
        .filter(level -> level.name().equalsIgnoreCase(name))
        .findFirst()
        .orElse(INFO);
  }

  boolean atLeast(Level other) {
    return compareTo(other) >= 0;
  }
}
