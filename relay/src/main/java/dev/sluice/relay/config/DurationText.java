package dev.sluice.relay.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code 250ms}, {@code 30s}, {@code 10m}, {@code 2h}, {@code 7d} and {@code 0}. */
final class DurationText {

  private static final Pattern AMOUNT = Pattern.compile("(?<number>[0-9]{1,9})(?<unit>ms|s|m|h|d)");

  private DurationText() {}

  static Duration upTo(int days, String text) {
    Duration duration = parse(text);
    if (duration.compareTo(Duration.ofDays(days)) > 0) {
      throw new IllegalArgumentException("is '" + text + "'; it must be at most " + days + "d");
    }
    return duration;
  }

  static Duration parse(String text) {
    String stripped = text.strip();
    if (stripped.equals("0")) {
      return Duration.ZERO;
    }
    Matcher parts = AMOUNT.matcher(stripped);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration; write a number with ms, s, m, h or d, such as 30s");
    }
    long number = Long.parseLong(parts.group("number"));
    return switch (parts.group("unit")) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
