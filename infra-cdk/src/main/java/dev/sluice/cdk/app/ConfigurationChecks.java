package dev.sluice.cdk.app;

import dev.sluice.cdk.AlarmThresholds;
import dev.sluice.cdk.ProbeSettings;
import dev.sluice.cdk.RelaySettings;
import dev.sluice.cdk.app.Configuration.DatabaseChoice;
import dev.sluice.cdk.app.Configuration.KafkaChoice;
import dev.sluice.cdk.app.Configuration.NetworkChoice;
import dev.sluice.cdk.app.Configuration.RouteChoice;

/** What each choice alone does not show. */
record ConfigurationChecks(Configuration configuration, Fields fields) {

  void run() {
    if (configuration.routes().isEmpty()) {
      fields.fault(
          "routes", "must have at least one, such as {\"stream\": \"*\", \"topic\": \"events\"}");
    }
    boolean kafka =
        configuration.routes().stream().anyMatch(r -> r.kind() == RouteChoice.Kind.KAFKA);
    if (kafka && configuration.kafka() instanceof KafkaChoice.None) {
      fields.fault("kafka", "is missing; a route leads there");
    }
    if (!kafka && !(configuration.kafka() instanceof KafkaChoice.None)) {
      fields.fault("kafka", "is of no use; no route leads there");
    }
    if (configuration.network() instanceof NetworkChoice.None && needsNetwork()) {
      fields.fault("network.kind", "cannot be none, unless database and Kafka exist already");
    }
    if (sleeps() && configuration.relay().timeoutSeconds() < RelaySettings.LEAST_WAKING_TIMEOUT) {
      fields.fault(
          "relay.timeoutSeconds",
          "must be at least %d with database.leastUnits 0, which takes its time to resume"
              .formatted(RelaySettings.LEAST_WAKING_TIMEOUT));
    }
    int most = AlarmThresholds.mostSilentTurns(configuration.relay());
    if (configuration.alarms().settings().thresholds().silentTurns() > most) {
      fields.fault(
          "alarms.silentTurns",
          "must be "
              + most
              + " or less with these minutes between two turns; CloudWatch looks back for a day at most");
    }
    checkProbe(configuration.relay());
  }

  private void checkProbe(RelaySettings relay) {
    ProbeSettings probe = relay.probe();
    if (!probe.asked()) {
      return;
    }
    if (relay.everyMinutes() > ProbeSettings.MOST_RELAY_MINUTES) {
      fields.fault(
          "relay.everyMinutes",
          "must be %d or less with relay.probe, which waits until the relay's schedule delivers its event"
              .formatted(ProbeSettings.MOST_RELAY_MINUTES));
    }
    if (configuration.routes().stream().noneMatch(route -> takes(route, probe.stream()))) {
      fields.fault("relay.probe.stream", "is " + probe.stream() + ", which no route takes");
    }
  }

  private static boolean takes(RouteChoice route, String stream) {
    return stream.matches(("\\Q" + route.stream() + "\\E").replace("*", "\\E.*\\Q"));
  }

  private boolean sleeps() {
    return configuration.database() instanceof DatabaseChoice.Aurora aurora
        && aurora.capacity().leastUnits() == 0;
  }

  private boolean needsNetwork() {
    boolean kafkaThere =
        configuration.kafka() instanceof KafkaChoice.None
            || configuration.kafka() instanceof KafkaChoice.Existing;
    return !kafkaThere || !(configuration.database() instanceof DatabaseChoice.Existing);
  }
}
