package dev.sluice.relay.config;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.spi.Destination;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The routes of one name. A stream goes to every name that has a route for it, and each name
 * delivers at its own pace: with leases, positions, retries, pauses and breakers of its own.
 *
 * @param routes its own, of which the first that matches a stream is the stream's
 * @param others those of all other names
 * @param retained a new name begins with the oldest event in the log, not with the present
 * @param keepsUnrouted it keeps the events of streams that no name has a route for
 */
public record Subscription(
    String name, List<Route> routes, List<Route> others, boolean retained, boolean keepsUnrouted) {

  /** The name of routes that have none. */
  public static final String MAIN = "main";

  static final String NAMES = "lower-case letters, digits and hyphens, 40 at most";

  private static final String ALL = "%";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

  public Subscription {
    routes = List.copyOf(routes);
    others = List.copyOf(others);
  }

  /** Whether a text can be a name. */
  public static boolean mayBe(String name) {
    return NAME.matcher(name).matches();
  }

  /** In the order of their first routes; main first. */
  static List<Subscription> of(List<Route> routes) {
    Set<String> names = routes.stream().map(Route::name).collect(Collectors.toSet());
    Set<String> ordered = new LinkedHashSet<>();
    if (names.contains(MAIN)) {
      ordered.add(MAIN);
    }
    routes.forEach(route -> ordered.add(route.name()));
    String keeper = ordered.stream().findFirst().orElse(MAIN);
    return ordered.stream().map(name -> of(name, routes, name.equals(keeper))).toList();
  }

  private static Subscription of(String name, List<Route> routes, boolean keeper) {
    List<Route> own = routes.stream().filter(route -> route.name().equals(name)).toList();
    List<Route> others = routes.stream().filter(route -> !route.name().equals(name)).toList();
    boolean retained = own.stream().anyMatch(route -> route.from() == Route.From.RETAINED);
    return new Subscription(name, own, others, retained, keeper);
  }

  /** Rows of outbox.subscription, as JSON. One that is alone takes all streams. */
  static String registration(List<Subscription> subscriptions) {
    List<Map<String, Object>> rows = new ArrayList<>();
    boolean alone = subscriptions.size() == 1;
    for (Subscription each : subscriptions) {
      if (alone || each.keepsUnrouted) {
        rows.add(each.row(ALL, !alone));
      }
      if (!alone) {
        each.routes.stream()
            .map(Route::like)
            .distinct()
            .forEach(streams -> rows.add(each.row(streams, false)));
      }
    }
    try {
      return JSON.std.asString(rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Object> row(String streams, boolean unrouted) {
    return Map.of("name", name, "retained", retained, "streams", streams, "unrouted", unrouted);
  }

  /**
   * The first route whose pattern matches, with the stream's own destination. There is none, too,
   * where the stream's name cannot stand in that.
   */
  public Optional<Route> routeOf(String stream) {
    return matching(stream)
        .filter(route -> route.faults(stream).isEmpty())
        .map(route -> route.of(stream));
  }

  private Optional<Route> matching(String stream) {
    return routes.stream().filter(route -> route.matches(stream)).findFirst();
  }

  /** Why a stream has no route. */
  public String whyUnrouted(String stream) {
    return matching(stream)
        .map(
            route ->
                "its name cannot stand in %s: %s"
                    .formatted(route.destination().uri(), String.join("; ", route.faults(stream))))
        .orElse("no route matches it");
  }

  /** Whether new events of the stream are owed to it. */
  public boolean takes(String stream) {
    return matching(stream).isPresent()
        || (keepsUnrouted && others.stream().noneMatch(route -> route.matches(stream)));
  }

  List<Destination> destinationsOf(Route route, List<String> streams) {
    return streams.stream()
        .filter(stream -> matching(stream).filter(route::equals).isPresent())
        .filter(stream -> route.faults(stream).isEmpty())
        .map(stream -> route.of(stream).destination())
        .toList();
  }
}
