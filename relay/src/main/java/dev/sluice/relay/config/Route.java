package dev.sluice.relay.config;

import dev.sluice.relay.spi.Destination;
import java.util.regex.Pattern;

/**
 * Where the streams that match a pattern go, and how their failures are treated.
 *
 * @param name of the {@link Subscription}
 */
public record Route(
    String name,
    From from,
    String pattern,
    Destination destination,
    OnDead onDead,
    RetryPolicy retry,
    int maxAttempts,
    Pattern matcher) {

  /** Where a new name begins. */
  public enum From {
    PRESENT,
    RETAINED
  }

  public Route(
      String pattern, Destination destination, OnDead onDead, RetryPolicy retry, int maxAttempts) {
    this(Subscription.MAIN, From.PRESENT, pattern, destination, onDead, retry, maxAttempts);
  }

  public Route(
      String name,
      From from,
      String pattern,
      Destination destination,
      OnDead onDead,
      RetryPolicy retry,
      int maxAttempts) {
    this(name, from, pattern, destination, onDead, retry, maxAttempts, glob(pattern));
  }

  public boolean matches(String stream) {
    return matcher.matcher(stream).matches();
  }

  /** The pattern for LIKE. */
  public String like() {
    return pattern.replaceAll("[\\\\%_]", "\\\\$0").replace('*', '%');
  }

  /** A star stands for any run of characters, everything else for itself. */
  private static Pattern glob(String pattern) {
    String[] literals = pattern.split("\\*", -1);
    StringBuilder regex = new StringBuilder(Pattern.quote(literals[0]));
    for (int i = 1; i < literals.length; i++) {
      regex.append(".*").append(Pattern.quote(literals[i]));
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
