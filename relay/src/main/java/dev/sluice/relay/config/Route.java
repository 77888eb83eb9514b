package dev.sluice.relay.config;

import dev.sluice.relay.spi.Destination;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Where the streams that match a pattern go, and how their failures are treated.
 *
 * @param name of the {@link Subscription}
 * @param destination with {stream} in it, each stream has its own
 * @param judge finds what is wrong with the destination of a stream
 */
public record Route(
    String name,
    From from,
    String pattern,
    Destination destination,
    OnDead onDead,
    RetryPolicy retry,
    int maxAttempts,
    Pattern matcher,
    Function<Destination, List<String>> judge) {

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
    this(
        name,
        from,
        pattern,
        destination,
        onDead,
        retry,
        maxAttempts,
        glob(pattern),
        to -> List.of());
  }

  Route judgedBy(Function<Destination, List<String>> publishers) {
    return new Route(
        name, from, pattern, destination, onDead, retry, maxAttempts, matcher, publishers);
  }

  public boolean matches(String stream) {
    return matcher.matcher(stream).matches();
  }

  /** The pattern for LIKE. */
  public String like() {
    return pattern.replaceAll("[\\\\%_]", "\\\\$0").replace('*', '%');
  }

  /** Each stream has a destination of its own. */
  public boolean isByStream() {
    return StreamPlaceholder.isIn(destination);
  }

  /** The same with the stream's own destination. */
  Route of(String stream) {
    Destination own = StreamPlaceholder.replace(destination, stream);
    return isByStream()
        ? new Route(name, from, pattern, own, onDead, retry, maxAttempts, matcher, judge)
        : this;
  }

  /** Why the stream's name cannot stand in the destination. */
  List<String> faults(String stream) {
    if (!isByStream()) {
      return List.of();
    }
    List<String> ofName = StreamPlaceholder.faultsOfName(stream);
    return ofName.isEmpty() ? judge.apply(StreamPlaceholder.replace(destination, stream)) : ofName;
  }

  /** Without the parts that follow from the others. */
  @Override
  public String toString() {
    return "Route[name=%s, from=%s, pattern=%s, destination=%s, onDead=%s, retry=%s, maxAttempts=%d]"
        .formatted(name, from, pattern, destination, onDead, retry, maxAttempts);
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
