package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.config.DatabaseConfig;
import dev.sluice.relay.config.DatabaseConfig.Auth;
import dev.sluice.relay.config.Mode;
import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The functions' own code reads what template.yaml and env.example.json give them. */
final class SamContractIT {

  private static final String ROUTES =
      "[{\"stream\":\"*\",\"destination\":\"sns:arn:aws:sns:eu-central-1:123456789012:events\"}]";
  private static final Path EXAMPLE = SamCli.REPOSITORY.resolve("env.example.json");

  @Test
  void relayStartsWithWhatItIsGiven() {
    RelayConfig config = RelayConfig.parse(environment(SamTemplate.existing(), "RelayHandler"));
    assertThat(config.database().user()).isEqualTo("outbox_relay");
    assertThat(config.database().auth()).isInstanceOf(Auth.Iam.class);
    assertThat(config.deadLetters()).isNotNull();
    assertThat(config.routes()).hasSize(4);
  }

  @Test
  void parametersWithDefaultsMayBeLeftOut() {
    Map<String, String> environment = environment(SamTemplate.least(), "RelayHandler");
    assertThat(environment).containsEntry("SLUICE_ROUTES", "ssm:/shop/routes");
    environment.put("SLUICE_ROUTES", ROUTES); // as Parameter Store has them
    assertThat(RelayConfig.parse(environment).mode()).isEqualTo(Mode.LOOP);
  }

  @Test
  void operationsKnowTheSameRoutes() {
    OpsConfig config = OpsConfig.parse(environment(SamTemplate.existing(), "OpsHandler"));
    assertThat(config.routeFault()).isEmpty();
    assertThat(config.database().user()).isEqualTo("outbox_operator");
  }

  @Test
  void migrationLogsInWithTheSecretThatItIsGiven() {
    assertThat(login(environment(SamTemplate.existing(), "MigrateHandler")).auth())
        .isInstanceOf(Auth.Secret.class);
    assertThat(login(environment(SamTemplate.least(), "MigrateHandler")).auth())
        .isInstanceOf(Auth.Iam.class);
  }

  /** By the SAM CLI's own code: what is not in the template as well, it drops without a word. */
  @Test
  void exampleForLocalInvocationsArrivesAndIsAccepted() throws IOException {
    RelayConfig relay = RelayConfig.parse(local("RelayFunction"));
    assertThat(relay.database().auth()).isInstanceOf(Auth.Password.class);
    assertThat(relay.mode()).isEqualTo(Mode.DRAIN);
    assertThat(OpsConfig.parse(local("OpsFunction")).routeFault()).isEmpty();
    assertThat(login(local("MigrationFunction")).user()).isEqualTo("sluice_admin");
  }

  @Test
  void nothingOfTheExampleIsDropped() throws IOException {
    Map<String, Object> example = JSON.std.mapFrom(Files.readString(EXAMPLE));
    Map<?, ?> shared = (Map<?, ?>) example.remove("Parameters");
    Map<String, String> relay = local("RelayFunction");
    shared.forEach((name, value) -> assertThat(relay).containsEntry((String) name, (String) value));
    assertThat(functions()).containsAll(example.keySet());
  }

  @Test
  void exampleOfParametersIsComplete() throws IOException {
    String file = SamCli.REPOSITORY.resolve("parameters.example.yaml").toString();
    Map<String, String> parameters = new TreeMap<>();
    JSON.std
        .mapFrom(SamCli.program("sam-parameters.py", file))
        .forEach((name, value) -> parameters.put(name, String.valueOf(value)));
    Template template = SamTemplate.transform(List.of(parameters)).getFirst();
    assertThat(((Map<?, ?>) Objects.requireNonNull(template.body().get("Parameters"))).keySet())
        .asInstanceOf(InstanceOfAssertFactories.collection(Object.class))
        .containsAll(parameters.keySet());
    assertThat(RelayConfig.parse(environment(template, "RelayHandler")).routes()).hasSize(3);
  }

  private static DatabaseConfig login(Map<String, String> environment) {
    Settings settings = new Settings(environment);
    DatabaseConfig database = DatabaseConfig.read(settings);
    settings.throwIfFaulty();
    return database;
  }

  private static Map<String, String> environment(Template template, String handler) {
    return PlausibleEnvironment.given(template, handler);
  }

  private static Map<String, Object> locals() throws IOException {
    return JSON.std.mapFrom(
        SamCli.program("sam-local.py", SamCli.TEMPLATE.toString(), EXAMPLE.toString()));
  }

  private static Set<String> functions() throws IOException {
    return new TreeSet<>(locals().keySet());
  }

  private static Map<String, String> local(String function) throws IOException {
    Map<String, String> environment = new TreeMap<>();
    ((Map<?, ?>) Objects.requireNonNull(locals().get(function)))
        .forEach((name, value) -> environment.put((String) name, (String) value));
    return environment;
  }
}
