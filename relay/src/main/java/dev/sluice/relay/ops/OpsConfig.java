package dev.sluice.relay.ops;

import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.config.DatabaseConfig;
import dev.sluice.relay.config.OnDead;
import dev.sluice.relay.config.OutboxName;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.config.Settings;
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
    String name, DatabaseConfig database, @Nullable RelayConfig relay, String routeFault)
    implements Routing {

  /** The schema that this release was written for. */
  static final int SCHEMA = 2;

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
  boolean local() {
    return database.auth() instanceof DatabaseConfig.Auth.Password;
  }

  private Optional<Route> route(String stream) {
    return relay == null ? Optional.empty() : relay.routeOf(stream);
  }

  @Override
  public String destination(String stream) {
    return route(stream).map(route -> route.destination().uri()).orElse("");
  }

  /** Without routes to ask, the careful answer. */
  @Override
  public boolean ordered(String stream) {
    return route(stream).map(route -> route.destination().ordered()).orElse(true);
  }

  @Override
  public boolean blocks(String stream) {
    return route(stream).map(route -> route.onDead() == OnDead.BLOCK).orElse(false);
  }
}
