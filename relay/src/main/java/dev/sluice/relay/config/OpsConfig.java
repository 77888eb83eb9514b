package dev.sluice.relay.config;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What operating needs to be told. Only the database must be right: an operator who is called
 * because the relay's settings are wrong must still be able to look.
 *
 * @param relay null if the relay itself could not start
 * @param routeFault why it could not
 */
public record OpsConfig(
    String name, DatabaseConfig database, @Nullable RelayConfig relay, String routeFault) {

  public static OpsConfig parse(Map<String, String> environment) {
    Settings settings = new Settings(environment);
    DatabaseConfig database = DatabaseConfig.read(settings);
    String name = OutboxName.read(settings);
    settings.throwIfFaulty();
    try {
      return new OpsConfig(name, database, RelayConfig.parse(environment), "");
    } catch (ConfigurationException e) {
      return new OpsConfig(name, database, null, String.valueOf(e.getMessage()));
    }
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

  /** A failed event holds back the later ones of its key; true if the routes are unknown. */
  public boolean ordered(String stream) {
    return route(stream).map(route -> route.destination().ordered()).orElse(true);
  }

  /** A dead event of the stream holds back the later ones of its key. */
  public boolean blocks(String stream) {
    return route(stream).map(route -> route.onDead() == OnDead.BLOCK).orElse(false);
  }
}
