package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cdk.PostgresInstance;
import dev.sluice.cdk.ProbeSettings;
import dev.sluice.cdk.RelaySettings;
import dev.sluice.cdk.SluiceAlarms;
import dev.sluice.cdk.app.Configuration.DatabaseChoice;
import dev.sluice.cdk.app.Configuration.KafkaChoice;
import dev.sluice.cdk.app.Configuration.NetworkChoice;
import dev.sluice.cdk.app.Configuration.RouteChoice;
import dev.sluice.relay.ops.probe.Probe;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigurationReaderTest {

  static final List<String> CONFIGURATIONS = Synthesised.CONFIGURATIONS;

  private static final String ROUTES = "\"routes\": [{\"stream\": \"*\", \"topic\": \"events\"}]";

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void everyExampleIsFaultless(String configuration) {
    assertThat(Synthesised.read(configuration).routes()).isNotEmpty();
  }

  @Test
  void routeIsAllThatMustBeSaid() {
    Configuration configuration = ConfigurationReader.parse("{" + ROUTES + "}");
    assertThat(configuration.outbox()).isEqualTo("sluice-dev");
    assertThat(configuration.network()).isEqualTo(new NetworkChoice.New(2));
    assertThat(configuration.database())
        .isEqualTo(new DatabaseChoice.Instance(PostgresInstance.Size.LEAST, false, List.of()));
    assertThat(configuration.kafka()).isInstanceOf(KafkaChoice.None.class);
    assertThat(configuration.relay().settings())
        .isEqualTo(RelaySettings.DEFAULTS.withMode("DRAIN"));
    assertThat(configuration.relay().snapStart()).isTrue();
    assertThat(configuration.alarms().settings()).isEqualTo(SluiceAlarms.Settings.DEFAULTS);
    assertThat(configuration.account()).isEmpty();
  }

  /** Its policies have defaults in the functions, and SLUICE_ROUTES has little room. */
  @Test
  void routeHasWhatWasSaidAndNoMore() {
    String route =
        "{\"stream\": \"*\", \"kafka\": \"events\", \"retry\": \"1s\", \"maxAttempts\": 3}";
    String kafka = "\"kafka\": {\"kind\": \"provisioned\"}";
    Configuration configuration =
        ConfigurationReader.parse("{%s, \"routes\": [%s]}".formatted(kafka, route));
    assertThat(configuration.routes())
        .singleElement()
        .satisfies(
            choice -> {
              assertThat(choice.kind()).isEqualTo(RouteChoice.Kind.KAFKA);
              assertThat(choice.target()).isEqualTo("events");
              assertThat(choice.partitions()).isEmpty();
              assertThat(choice.policies()).isEqualTo(Map.of("retry", "1s", "maxAttempts", 3));
            });
  }

  @Test
  void productionHasAStandbyUnlessItIsToldOtherwise() {
    assertThat(instance("\"stage\": \"prod\", ").size().multiZone()).isTrue();
    assertThat(instance("\"stage\": \"dev\", ").size().multiZone()).isFalse();
    assertThat(
            instance("\"stage\": \"prod\", \"database\": {\"multiZone\": false}, ")
                .size()
                .multiZone())
        .isFalse();
  }

  /** There a user asks for whatever costs money while nothing happens. */
  @Test
  void stageForTrialsIsCheapAndTheOthersAreNot() {
    assertThat(instance("").size()).isEqualTo(PostgresInstance.Size.LEAST);
    assertThat(ConfigurationReader.parse("{" + ROUTES + "}").alarms().encrypted()).isFalse();
    for (String stage : List.of("\"stage\": \"test\", ", "\"stage\": \"prod\", ")) {
      Configuration configuration = ConfigurationReader.parse("{" + stage + ROUTES + "}");
      assertThat(configuration.relay().settings()).isEqualTo(RelaySettings.DEFAULTS);
      assertThat(configuration.alarms().encrypted()).isTrue();
      assertThat(instance(stage).size().instanceType()).isEqualTo("t4g.medium");
    }
  }

  /** RDS allows 112 on the smallest, and an alarm above that would never fire. */
  @Test
  void connectionsAreManyByTheSizeOfTheInstance() {
    assertThat(instance("").size().manyConnections()).isEqualTo(75);
    assertThat(
            instance("\"database\": {\"instanceType\": \"t4g.small\"}, ").size().manyConnections())
        .isEqualTo(150);
    assertThat(
            instance("\"database\": {\"instanceType\": \"m8g.large\"}, ").size().manyConnections())
        .isEqualTo(300);
  }

  private static DatabaseChoice.Instance instance(String fields) {
    return (DatabaseChoice.Instance)
        ConfigurationReader.parse("{" + fields + ROUTES + "}").database();
  }

  @Test
  void allFaultsAreToldAtOnce() {
    String json =
        """
        {"name": "Shop!", "stage": "live", "lanes": 4,
         "network": {"kind": "new", "zones": 1},
         "database": {"kind": "aurora", "leastUnits": 8, "mostUnits": 2},
         "routes": [{"stream": "orders", "kafka": "orders", "topic": "orders"}, {"topic": 7}],
         "relay": {"lanes": 17, "mode": "LOOP", "timeoutSeconds": 60, "environment": {"SLUICE_BATCH": 10}},
         "alarms": {"emails": "me@example.com", "runbooks": "x#y"}}
        """;
    assertThatThrownBy(() -> ConfigurationReader.parse(json))
        .isInstanceOf(FaultyConfigurationException.class)
        .hasMessageContaining("name must be of small letters")
        .hasMessageContaining("stage is 'live'; choose one of [dev, test, prod]")
        .hasMessageContaining("lanes is unknown")
        .hasMessageContaining("network.zones must be a whole number from 2 to 6")
        .hasMessageContaining("database.mostUnits must not be below leastUnits")
        .hasMessageContaining("routes[0] must have one of topic, queue, bus and kafka")
        .hasMessageContaining("routes[1].stream is missing")
        .hasMessageContaining("routes[1].topic must be a text")
        .hasMessageContaining("relay.lanes must be a whole number from 1 to 16")
        .hasMessageContaining("relay.timeoutSeconds must be 75 or more in mode LOOP")
        .hasMessageContaining("relay.environment.SLUICE_BATCH must be a text")
        .hasMessageContaining("alarms.emails must be a list")
        .hasMessageContaining("alarms.runbooks must begin with https:// and have no anchor")
        .hasMessageContaining("kafka.kind cannot be none; a route leads to Kafka")
        .hasMessageContaining("14 faults");
  }

  /** In stage dev a cluster has 0 units unless it is given others. */
  @Test
  void proxyBeforeAClusterThatMaySleepIsRefused() {
    for (String units : List.of("", ", \"leastUnits\": 0")) {
      assertThatThrownBy(() -> ConfigurationReader.parse(aurora("\"proxy\": true" + units)))
          .isInstanceOf(FaultyConfigurationException.class)
          .hasMessageContaining(
              "database.proxy keeps connections open, so that a cluster with leastUnits 0 never sleeps")
          .hasMessageContaining("has a fault");
    }
    assertThat(ConfigurationReader.parse(aurora("\"proxy\": true, \"leastUnits\": 0.5")).database())
        .isInstanceOf(DatabaseChoice.Aurora.class);
  }

  @Test
  void functionThatWouldEndBeforeADatabaseHasResumedIsRefused() {
    String relay = "\"relay\": {\"mode\": \"DRAIN\", \"timeoutSeconds\": 30}, ";
    assertThatThrownBy(() -> ConfigurationReader.parse(aurora("\"leastUnits\": 0", relay)))
        .isInstanceOf(FaultyConfigurationException.class)
        .hasMessageContaining(
            "relay.timeoutSeconds must be at least 60 with database.leastUnits 0");
    assertThat(
            ConfigurationReader.parse(aurora("\"leastUnits\": 0.5", relay))
                .relay()
                .settings()
                .mode())
        .isEqualTo("DRAIN");
  }

  private static String aurora(String fields) {
    return aurora(fields, "");
  }

  private static String aurora(String fields, String others) {
    return "{%s\"database\": {\"kind\": \"aurora\", %s}, %s}".formatted(others, fields, ROUTES);
  }

  /** Of 24 hours, at a turn an hour. */
  @Test
  void alarmThatLooksBackForMoreThanADayIsAFault() {
    String hourly = "{%s, \"relay\": {\"mode\": \"DRAIN\", \"everyMinutes\": 60}, ";
    String turns = "\"alarms\": {\"silentTurns\": %d}}";
    assertThat(ConfigurationReader.parse(hourly.formatted(ROUTES) + turns.formatted(24)))
        .isNotNull();
    assertThatThrownBy(
            () -> ConfigurationReader.parse(hourly.formatted(ROUTES) + turns.formatted(25)))
        .hasMessageContaining("alarms.silentTurns must be 24 or less");
  }

  @Test
  void probeIsAskedForByEachOfItsUses() {
    ProbeSettings both =
        probe("\"afterDeployment\": true, \"everyMinutes\": 15, \"stream\": \"mail\"");
    assertThat(both).isEqualTo(new ProbeSettings("mail", true, Optional.of(15)));
    assertThat(probe("\"afterDeployment\": true"))
        .isEqualTo(new ProbeSettings(Probe.STREAM, true, Optional.empty()));
    assertThat(probe("\"everyMinutes\": 5").asked()).isTrue();
    assertThat(ConfigurationReader.parse("{" + ROUTES + "}").relay().settings().probe().asked())
        .isFalse();
  }

  private static ProbeSettings probe(String fields) {
    return ConfigurationReader.parse("{%s, \"relay\": {\"probe\": {%s}}}".formatted(ROUTES, fields))
        .relay()
        .settings()
        .probe();
  }

  /** The relay's schedule delivers it, and no function waits for longer than some minutes. */
  @Test
  void probeThatCannotArriveIsAFault() {
    String rarely = "{%s, \"relay\": {\"everyMinutes\": %d, \"probe\": {\"everyMinutes\": 15}}}";
    assertThat(ConfigurationReader.parse(rarely.formatted(ROUTES, 3))).isNotNull();
    assertThatThrownBy(() -> ConfigurationReader.parse(rarely.formatted(ROUTES, 4)))
        .hasMessageContaining("relay.everyMinutes must be 3 or less with relay.probe");
    String routes = ROUTES.replace("*", "order*.eu");
    assertThatThrownBy(() -> ConfigurationReader.parse(rarely.formatted(routes, 1)))
        .hasMessageContaining("relay.probe.stream is sluice.probe, which no route takes");
    assertThat(
            ConfigurationReader.parse(
                rarely.formatted(routes, 1).replace("15}", "15, \"stream\": \"orders.probe.eu\"}")))
        .isNotNull();
    assertThatThrownBy(() -> probe("\"stream\": \"mail\""))
        .hasMessageContaining("relay.probe must have afterDeployment or everyMinutes");
    assertThatThrownBy(() -> probe("\"everyMinutes\": 4"))
        .hasMessageContaining("relay.probe.everyMinutes must be a whole number from 5 to 60");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kafka\": {\"kind\": \"serverless\"}, " + ROUTES + "}",
        "{\"routes\": [{\"stream\": \"*\", \"kafka\": \"events\"}]}",
        "{\"network\": {\"kind\": \"none\"}, " + ROUTES + "}",
        "{\"routes\": []}",
        "",
        "[]"
      })
  void whatDoesNotFitTogetherIsAFault(String json) {
    assertThatThrownBy(() -> ConfigurationReader.parse(json))
        .isInstanceOf(FaultyConfigurationException.class)
        .hasMessageContaining("a fault");
  }
}
