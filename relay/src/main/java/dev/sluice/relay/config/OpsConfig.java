package dev.sluice.relay.config;

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

  private Optional<Route> route(String stream) {
    return relay == null ? Optional.empty() : relay.routeOf(stream);
  }

  /** The address that the stream goes to; the empty text if no route matches. */
  public String destination(String stream) {
    return route(stream).map(route -> route.destination().uri()).orElse("");
  }

  /** The empty text for a stream that has a route. */
  public String whyUnrouted(String stream) {
    String unknown = "the routes are not known";
    return route(stream).isPresent() ? "" : relay == null ? unknown : relay.whyUnrouted(stream);
  }

  /** A failed event holds back the later ones of its key; true if the routes are unknown. */
  public boolean ordered(String stream) {
    return route(stream).map(route -> route.destination().ordered()).orElse(true);
  }

  /** A dead event of the stream holds back the later ones of its key. */
  public boolean blocks(String stream) {
    return route(stream).map(route -> route.onDead() == OnDead.BLOCK).orElse(false);
  }
}
