package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.config.DatabaseConfig;
import dev.sluice.relay.config.DatabaseConfig.Auth;
import dev.sluice.relay.config.Mode;
import dev.sluice.relay.config.OnDead;
import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Settings;
import dev.sluice.relay.config.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The functions' own code reads what the CDK gives them. */
final class EnvironmentContractIT {

  static final List<String> CONFIGURATIONS = Synthesised.CONFIGURATIONS;

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void relayStartsWithWhatItIsGiven(String configuration) {
    RelayConfig config = RelayConfig.parse(environment(configuration, "RelayHandler"));
    assertThat(config.database().user()).isEqualTo("outbox_relay");
    assertThat(config.database().auth()).isInstanceOf(Auth.Iam.class);
    assertThat(config.deadLetters()).isNotNull();
    assertThat(config.routes()).hasSameSizeAs(Synthesised.read(configuration).routes());
  }

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void operationsKnowTheSameRoutes(String configuration) {
    OpsConfig config = OpsConfig.parse(environment(configuration, "OpsHandler"));
    assertThat(config.routeFault()).isEmpty();
    assertThat(config.database().user()).isEqualTo("outbox_operator");
  }

  /** Where there is a secret with a password; a database of our own has none. */
  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void migrationLogsInAsTheDatabaseAllows(String configuration) {
    Settings settings = new Settings(environment(configuration, "MigrateHandler"));
    DatabaseConfig database = DatabaseConfig.read(settings);
    settings.throwIfFaulty();
    assertThat(database.user()).isEqualTo("postgres");
    assertThat(database.auth())
        .isInstanceOf(configuration.equals("existing") ? Auth.Secret.class : Auth.Iam.class);
  }

  /** The relay reads by the ring that the migration makes, and operations empty it. */
  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void everyFunctionHasTheSameRetention(String configuration) {
    assertThat(Stream.of("RelayHandler", "OpsHandler", "MigrateHandler"))
        .map(handler -> new Settings(environment(configuration, handler)))
        .extracting(RelayConfig::retention)
        .containsOnly(Duration.ofDays(configuration.equals("everything") ? 14 : 7));
  }

  /** By which its lines in the log are told from those of other outboxes. */
  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void everyFunctionKnowsItsOutbox(String configuration) {
    assertThat(Stream.of("RelayHandler", "OpsHandler", "MigrateHandler"))
        .extracting(handler -> environment(configuration, handler).get("SLUICE_NAME"))
        .containsOnly(Synthesised.read(configuration).outbox());
  }

  @Test
  void policiesOfRoutesArrive() {
    RelayConfig config = RelayConfig.parse(environment("everything", "RelayHandler"));
    Subscription main = config.subscriptions().getFirst();
    Subscription audit = config.subscriptions().getLast();
    assertThat(main.routeOf("orders")).get().matches(route -> route.onDead() == OnDead.BLOCK);
    assertThat(main.routeOf("payments")).get().matches(route -> route.destination().ordered());
    assertThat(main.routeOf("mail")).get().matches(route -> route.maxAttempts() == 10);
    assertThat(audit.name()).isEqualTo("audit");
    assertThat(audit.retained()).isTrue();
    assertThat(config.batch()).isEqualTo(2000);
  }

  @Test
  void drainIsDrain() {
    RelayConfig config = RelayConfig.parse(environment("aurora-drain", "RelayHandler"));
    assertThat(config.mode()).isEqualTo(Mode.DRAIN);
  }

  /** The control: the same code does refuse. */
  @Test
  void misspeltVariableWouldBeRefused() {
    Map<String, String> environment = new TreeMap<>(environment("minimal", "RelayHandler"));
    environment.put("SLUICE_MOOD", "LOOP");
    assertThatThrownBy(() -> RelayConfig.parse(environment))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("SLUICE_MOOD");
  }

  private static Map<String, String> environment(String configuration, String handler) {
    return PlausibleEnvironment.of(Synthesised.of(configuration).stack("Relay"), handler);
  }
}
