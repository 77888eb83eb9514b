package dev.sluice.relay.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What operating needs to be told. Only the database must be right: an operator who is called
 * because the relay's settings are wrong must still be able to look.
 *
 * @param relay by the last settings that were right; null if there were none
 * @param routeFault what is wrong with the settings of now; the empty text if nothing is
 */
public record OpsConfig(
    String name, DatabaseConfig database, @Nullable RelayConfig relay, String routeFault) {

  public static OpsConfig parse(Map<String, String> environment) {
    try {
      return of(environment, RelayConfig.parse(environment), "");
    } catch (ConfigurationException e) {
      return of(environment, null, String.valueOf(e.getMessage()));
    }
  }

  /** The same, where the relay's settings have been read before. */
  public static OpsConfig of(
      Map<String, String> environment, @Nullable RelayConfig relay, String routeFault) {
    Settings settings = new Settings(environment);
    DatabaseConfig database = DatabaseConfig.read(settings);
    String name = OutboxName.read(settings);
    settings.throwIfFaulty();
    return new OpsConfig(name, database, relay, routeFault);
  }

  /** A password in the clear is for one's own machine. */
  public boolean local() {
    return database.auth() instanceof DatabaseConfig.Auth.Password;
  }

  private List<Subscription> subscriptions() {
    return relay == null ? List.of() : relay.subscriptions();
  }

  private Optional<Route> route(String subscription, String stream) {
    return subscriptions().stream()
        .filter(each -> each.name().equals(subscription))
        .findFirst()
        .flatMap(each -> each.routeOf(stream));
  }

  /** The names that have a route for the stream. */
  public List<String> subscriptionsOf(String stream) {
    return subscriptions().stream()
        .filter(each -> each.routeOf(stream).isPresent())
        .map(Subscription::name)
        .toList();
  }

  /** Those of the routes; none if these are unknown. */
  public List<String> subscriptionNames() {
    return subscriptions().stream().map(Subscription::name).toList();
  }

  /** The address that the stream goes to; the empty text if no route matches. */
  public String destination(String subscription, String stream) {
    return route(subscription, stream).map(route -> route.destination().uri()).orElse("");
  }

  /** The empty text for a stream that has a route under each name that takes it. */
  public String whyUnrouted(String stream) {
    if (relay == null) {
      return "the routes are not known";
    }
    return subscriptions().stream()
        .filter(each -> each.takes(stream) && each.routeOf(stream).isEmpty())
        .map(each -> each.whyUnrouted(stream))
        .findFirst()
        .orElse("");
  }

  /** A failed event holds back the later ones of its key; true if the routes are unknown. */
  public boolean ordered(String subscription, String stream) {
    return route(subscription, stream).map(route -> route.destination().ordered()).orElse(true);
  }

  /** A dead event of the stream holds back the later ones of its key. */
  public boolean blocks(String subscription, String stream) {
    return route(subscription, stream).map(route -> route.onDead() == OnDead.BLOCK).orElse(false);
  }
}
