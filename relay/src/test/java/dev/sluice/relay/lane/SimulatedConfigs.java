package dev.sluice.relay.lane;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.testing.Environments;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The configuration of simulated lanes. */
final class SimulatedConfigs {

  private static final List<RelayConfig> ALL =
      List.of(
          config("LOOP", 1),
          config("LOOP", 50),
          copying(config("LOOP", 4)),
          config("DRAIN", 3),
          copying(config("DRAIN", 50)));

  private SimulatedConfigs() {}

  static RelayConfig any(RandomGenerator random) {
    return ALL.get(random.nextInt(ALL.size()));
  }

  private static RelayConfig config(String mode, int batch) {
    return RelayConfig.parse(
        Environments.with(
            Map.of(
                "SLUICE_ROUTES",
                """
                [{"stream":"a","destination":"fake:one"},
                 {"stream":"b","destination":"fake:two","onDead":"BLOCK"},
                 {"stream":"*","destination":"fake:two"}]
                """,
                "SLUICE_MODE",
                mode,
                "SLUICE_BATCH",
                String.valueOf(batch),
                "SLUICE_LEASE",
                "3s",
                "SLUICE_ORPHAN_GRACE",
                "4s",
                "SLUICE_PUBLISH_TIMEOUT",
                "1s",
                "SLUICE_RETRY",
                "200ms..1s x2 ±20%",
                "SLUICE_MAX_ATTEMPTS",
                "8")));
  }

  private static RelayConfig copying(RelayConfig config) {
    return DeadLetterQueues.with(config, "fake:letters");
  }
}
