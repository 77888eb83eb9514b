package dev.sluice.relay.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code 2s..10m x2 ±20%} or {@code 1s,5s,30s}. */
final class RetryPolicyText {

  private static final String EXPECTED =
      "write base..max xfactor ±jitter%, such as 2s..10m x2 ±20%, or a list such as 1s,5s,30s";
  private static final Duration LONGEST = Duration.ofDays(365);
  private static final Pattern EXPONENTIAL =
      Pattern.compile(
          "(?<base>\\S+?)\\.\\.(?<max>\\S+)(?:\\s+x(?<factor>[0-9.]+))?"
              + "(?:\\s+(?:±|\\+-)(?<jitter>[0-9]+)%)?");

  private RetryPolicyText() {}

  static RetryPolicy parse(String text) {
    Matcher exponential = EXPONENTIAL.matcher(text.strip());
    return exponential.matches() ? exponential(text, exponential) : listed(text);
  }

  private static RetryPolicy exponential(String text, Matcher parts) {
    Duration base = delay(text, parts.group("base"));
    Duration max = delay(text, parts.group("max"));
    double factor = number(text, parts.group("factor"), 2);
    double jitter = number(text, parts.group("jitter"), 0) / 100;
    require(max.compareTo(base) >= 0, text, "the maximum is below the base");
    require(factor >= 1, text, "the factor is below 1");
    require(jitter <= 1, text, "the jitter is above 100%");
    return new RetryPolicy.Exponential(base, max, factor, jitter);
  }

  private static RetryPolicy listed(String text) {
    List<Duration> delays =
        Arrays.stream(text.split(",", -1)).map(part -> delay(text, part)).toList();
    return new RetryPolicy.Listed(delays);
  }

  private static Duration delay(String text, String part) {
    try {
      Duration delay = DurationText.parse(part);
      require(delay.isPositive(), text, "a delay must be longer than 0");
      require(delay.compareTo(LONGEST) <= 0, text, "a delay must be at most 365d");
      return delay;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(fault(text, String.valueOf(e.getMessage())), e);
    }
  }

  private static double number(String text, @Nullable String part, double otherwise) {
    try {
      return part == null ? otherwise : Double.parseDouble(part);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(fault(text, "'" + part + "' is not a number"), e);
    }
  }

  private static void require(boolean holds, String text, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(fault(text, problem));
    }
  }

  private static String fault(String text, String problem) {
    return problem.contains(EXPECTED)
        ? problem
        : "'" + text + "' is not a retry policy (" + problem + "); " + EXPECTED;
  }
}
