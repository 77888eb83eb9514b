package dev.sluice.relay;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublisherContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads SLUICE_ROUTES: a JSON list of objects, first match wins. */
final class RouteText {

  private static final Set<String> FIELDS =
      Set.of("stream", "destination", "format", "order", "onDead", "retry", "maxAttempts");

  private enum Order {
    KEY,
    NONE
  }

  private final RetryPolicy retry;
  private final int maxAttempts;
  private final Publishers publishers;
  private final Consumer<String> faults;

  private RouteText(
      RetryPolicy retry, int maxAttempts, Publishers publishers, Consumer<String> faults) {
    this.retry = retry;
    this.maxAttempts = maxAttempts;
    this.publishers = publishers;
    this.faults = faults;
  }

  static List<Route> parse(
      String text, RetryPolicy retry, int maxAttempts, Duration timeLimit, Settings settings) {
    Publishers publishers =
        Publishers.load(new PublisherContext(settings.environment(), timeLimit));
    Consumer<String> faults = problem -> settings.fault("SLUICE_ROUTES", problem);
    List<?> entries;
    try {
      entries = JSON.std.anyFrom(text) instanceof List<?> list ? list : List.of();
    } catch (IOException e) {
      faults.accept("is not JSON: " + firstLine(e));
      return List.of();
    }
    if (entries.isEmpty()) {
      faults.accept("is not a JSON list with at least one route");
    }
    RouteText reader = new RouteText(retry, maxAttempts, publishers, faults);
    List<Route> routes = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Route route = reader.route(i, entries.get(i));
      if (route != null) {
        routes.add(route);
      }
    }
    return routes;
  }

  private static String firstLine(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private @Nullable Route route(int index, @Nullable Object entry) {
    String place = "route " + (index + 1);
    if (!(entry instanceof Map<?, ?> fields)) {
      faults.accept(place + " is not a JSON object");
      return null;
    }
    try {
      fields.keySet().stream()
          .filter(name -> !FIELDS.contains(name))
          .forEach(
              name ->
                  faults.accept(
                      place
                          + ": unknown field '"
                          + name
                          + "'; known are "
                          + FIELDS.stream().sorted().toList()));
      return route(place, fields);
    } catch (IllegalArgumentException e) {
      faults.accept(place + ": " + e.getMessage());
      return null;
    }
  }

  private @Nullable Route route(String place, Map<?, ?> fields) {
    String stream = text(fields, "stream", null);
    String target = text(fields, "destination", null);
    boolean ordered = choice(fields, "order", Order.KEY) == Order.KEY;
    Destination destination =
        Destination.parse(target, choice(fields, "format", Format.RAW), ordered);
    List<String> problems = publishers.faults(destination);
    problems.forEach(problem -> faults.accept(place + " ('" + target + "'): " + problem));
    OnDead onDead = choice(fields, "onDead", OnDead.CONTINUE);
    if (onDead == OnDead.BLOCK && !ordered) {
      faults.accept(
          place + ": onDead BLOCK needs order KEY; without an order there is nothing to hold back");
    }
    String policy = text(fields, "retry", "");
    return new Route(
        stream,
        destination,
        onDead,
        policy.isEmpty() ? retry : RetryPolicyText.parse(policy),
        attempts(fields));
  }

  private int attempts(Map<?, ?> fields) {
    Object value = fields.get("maxAttempts");
    if (value == null) {
      return maxAttempts;
    }
    if (value instanceof Integer number && number >= 1 && number <= 1000) {
      return number;
    }
    throw new IllegalArgumentException(
        "maxAttempts is '" + value + "'; it must be a whole number from 1 to 1000");
  }

  private static <E extends Enum<E>> E choice(Map<?, ?> fields, String name, E otherwise) {
    String text = text(fields, name, otherwise.name());
    try {
      return Settings.choose(text, otherwise.getDeclaringClass());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " " + e.getMessage(), e);
    }
  }

  private static String text(Map<?, ?> fields, String name, @Nullable String otherwise) {
    Object value = fields.get(name);
    if (value == null && otherwise != null) {
      return otherwise;
    }
    if (value instanceof String text && !text.isBlank()) {
      return text;
    }
    throw new IllegalArgumentException(
        value == null
            ? "'" + name + "' is missing"
            : "'" + name + "' must be a text that is not blank");
  }
}
