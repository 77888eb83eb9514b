package dev.sluice.relay.config;

import java.util.LinkedHashSet;
import java.util.List;
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

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

  public Subscription {
    checked(name);
    routes = List.copyOf(routes);
    others = List.copyOf(others);
  }

  static boolean mayBe(String name) {
    return NAME.matcher(name).matches();
  }

  /** The name, or an exception: what is neither configured nor a name never reaches a statement. */
  public static String checked(String name) {
    if (!mayBe(name)) {
      throw new IllegalArgumentException("'" + name + "' is not a subscription's name");
    }
    return name;
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

  /** The first route whose pattern matches. */
  public Optional<Route> routeOf(String stream) {
    return routes.stream().filter(route -> route.matches(stream)).findFirst();
  }

  /** Whether new events of the stream are owed to it. */
  public boolean takes(String stream) {
    return routeOf(stream).isPresent()
        || (keepsUnrouted && others.stream().noneMatch(route -> route.matches(stream)));
  }
}
