package dev.sluice.cdk.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cdk.AlarmThresholds;
import dev.sluice.cdk.Destination;
import dev.sluice.cdk.ProbeSettings;
import dev.sluice.cdk.RelaySettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules between fields that no schema can say. They judge a configuration with all its defaults,
 * and pass over a field with a fault of its own.
 */
final class ConfigurationChecks {

  private final JsonNode network;
  private final JsonNode database;
  private final JsonNode routes;
  private final JsonNode relay;
  private final JsonNode alarms;
  private final List<String> faults = new ArrayList<>();

  private ConfigurationChecks(JsonNode configuration) {
    network = configuration.path("network");
    database = configuration.path("database");
    routes = configuration.path("routes");
    relay = configuration.path("relay");
    alarms = configuration.path("alarms");
  }

  static List<String> faults(JsonNode configuration) {
    ConfigurationChecks checks = new ConfigurationChecks(configuration);
    checks.subnetsAreInZones();
    checks.clusterMayGrow();
    checks.sleepingClusterIsWaitedFor();
    checks.silenceIsShorterThanADay();
    checks.probeArrives();
    checks.partitionsAreOfATopic();
    return checks.faults;
  }

  private void subnetsAreInZones() {
    JsonNode subnets = network.path("subnetIds");
    JsonNode zones = network.path("zones");
    if (subnets.isArray() && zones.isArray() && subnets.size() != zones.size()) {
      faults.add("network.subnetIds must name one subnet for each of zones, in their order");
    }
  }

  private void clusterMayGrow() {
    double least = database.path("leastUnits").asDouble();
    if (database.path("mostUnits").asDouble(least) < least) {
      faults.add("database.mostUnits must not be below leastUnits");
    }
  }

  private void sleepingClusterIsWaitedFor() {
    if (database.path("leastUnits").asDouble(1) != 0) {
      return;
    }
    if (database.path("proxy").asBoolean()) {
      faults.add(
          "database.proxy keeps connections open, so that a cluster with leastUnits 0 never sleeps;"
              + " leave the proxy out, or set leastUnits to 0.5 or more");
    }
    int least = RelaySettings.LEAST_WAKING_TIMEOUT;
    if (relay.path("timeoutSeconds").asInt(least) < least) {
      faults.add(
          "relay.timeoutSeconds must be at least %d with database.leastUnits 0, which takes its time to resume"
              .formatted(least));
    }
  }

  private void silenceIsShorterThanADay() {
    int most =
        AlarmThresholds.mostSilentTurns(
            relay.path("everyMinutes").asInt(1), relay.path("measureEveryMinutes").asInt(1));
    if (alarms.path("silentTurns").asInt() > most) {
      faults.add(
          "alarms.silentTurns must be %d or less with these minutes between two turns; CloudWatch looks back for a day at most"
              .formatted(most));
    }
  }

  private void probeArrives() {
    JsonNode probe = relay.path("probe");
    if (!probe.path("afterDeployment").asBoolean() && !probe.has("everyMinutes")) {
      return;
    }
    int most = ProbeSettings.MOST_RELAY_MINUTES;
    if (relay.path("everyMinutes").asInt() > most) {
      faults.add(
          "relay.everyMinutes must be %d or less with relay.probe, which waits until the relay's schedule delivers its event"
              .formatted(most));
    }
    String stream = probe.path("stream").asText();
    if (routes.valueStream().noneMatch(route -> takes(route.path("stream").asText(), stream))) {
      faults.add("relay.probe.stream is " + stream + ", which no route takes");
    }
  }

  /** A default would be there too: the schema cannot say it. */
  private void partitionsAreOfATopic() {
    for (int i = 0; i < routes.size(); i++) {
      JsonNode route = routes.get(i);
      if (route.has("partitions") && Destination.isByStream(route.path("kafka").asText())) {
        faults.add(
            "routes[%d].partitions is of a topic that is made; with {stream} none is".formatted(i));
      }
    }
  }

  private static boolean takes(String pattern, String stream) {
    return stream.matches(("\\Q" + pattern + "\\E").replace("*", "\\E.*\\Q"));
  }
}
