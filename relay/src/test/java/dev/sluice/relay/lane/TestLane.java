package dev.sluice.relay.lane;

import dev.sluice.emulators.Planted;
import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A lane on real PostgreSQL that drains and ends, configured as a function would be. */
public final class TestLane {

  private TestLane() {}

  public static LaneReport run(TestDatabase database, String routes) {
    return run(database, Map.of("SLUICE_ROUTES", routes));
  }

  static LaneReport run(TestDatabase database, Map<String, String> settings) {
    return run(database, settings, Duration.ofMinutes(1));
  }

  /**
   * @param remaining how long the invocation may take, should it not end by itself
   */
  public static LaneReport run(
      TestDatabase database, Map<String, String> settings, Duration remaining) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "SLUICE_DB_URL", "jdbc:postgresql://localhost/" + database.name(),
                "SLUICE_DB_USER", "outbox_relay",
                "SLUICE_DB_AUTH", "password",
                "SLUICE_DB_PASSWORD", Planted.PASSWORD,
                "SLUICE_MODE", "DRAIN",
                "SLUICE_LEASE", "20s",
                "SLUICE_PUBLISH_TIMEOUT", "5s"));
    environment.putAll(settings);
    RelayConfig config = RelayConfig.parse(environment);
    try (PostgresLog reader = database.log();
        PostgresLog settler = database.log();
        Publishers publishers =
            Publishers.load(new PublisherContext(environment, config.publishTimeout()))) {
      Lane lane =
          new Lane(
              config,
              config.subscriptions().getFirst(),
              new Peers(),
              reader,
              settler,
              publishers,
              System::nanoTime,
              RandomGenerator.getDefault(),
              Invocation.WHOLE,
              "test");
      return lane.run(remaining);
    }
  }
}
