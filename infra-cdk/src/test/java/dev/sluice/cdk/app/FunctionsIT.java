package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import dev.sluice.lambda.RelayHandler;
import dev.sluice.relay.config.Mode;
import dev.sluice.relay.config.RelayConfig;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class FunctionsIT {

  static final List<String> CONFIGURATIONS = Synthesised.CONFIGURATIONS;
  private static final List<String> HANDLERS =
      List.of("RelayHandler", "OpsHandler", "MigrateHandler");

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void runtimeIsTheReleaseThatTheClassesAreCompiledFor(String configuration) throws IOException {
    for (String handler : HANDLERS) {
      Resource function = relayStack(configuration).function(handler);
      assertThat(function.at("Runtime")).isEqualTo("java" + compiledRelease());
      assertThat(function.at("Architectures")).isEqualTo(List.of("arm64"));
    }
  }

  /** A class file says 69 for Java 25. */
  private static int compiledRelease() throws IOException {
    try (InputStream file = RelayHandler.class.getResourceAsStream("RelayHandler.class");
        DataInputStream data = new DataInputStream(file)) {
      data.skipBytes(6);
      return data.readUnsignedShort() - 44;
    }
  }

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void leaseAndLoopAreOverBeforeTheTimeout(String configuration) {
    Resource relay = relayStack(configuration).function("RelayHandler");
    int timeout = Integer.parseInt(String.valueOf(relay.at("Timeout")));
    RelayConfig config =
        RelayConfig.parse(PlausibleEnvironment.of(relayStack(configuration), "RelayHandler"));
    assertThat(config.lease()).isLessThan(Duration.ofSeconds(timeout));
    if (config.mode() == Mode.LOOP) {
      assertThat(timeout).isGreaterThanOrEqualTo(75);
    }
  }

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void aliasGivesUpAtOnceAndKeepsWhatFailed(String configuration) {
    List<Resource> configs = relayStack(configuration).resources("AWS::Lambda::EventInvokeConfig");
    assertThat(configs).hasSize(2);
    assertThat(configs)
        .allSatisfy(
            config -> {
              assertThat(config.at("MaximumRetryAttempts")).isEqualTo(0);
              assertThat(config.at("MaximumEventAgeInSeconds")).isEqualTo(60);
              assertThat(config.at("DestinationConfig", "OnFailure", "Destination")).isNotNull();
              assertThat(config.at("Qualifier")).as("not $LATEST").isInstanceOf(Map.class);
            });
  }

  /** One to look and one to change, of the same release; the function judges by their names. */
  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void operationsHaveAnAliasForThoseWhoOnlyLook(String configuration) {
    Template relay = relayStack(configuration);
    String ops = String.valueOf(Map.of("Ref", relay.function("OpsHandler").id()));
    List<Resource> aliases =
        relay.resources("AWS::Lambda::Alias").stream()
            .filter(alias -> ops.equals(String.valueOf(alias.at("FunctionName"))))
            .toList();
    assertThat(aliases).extracting(alias -> alias.at("Name")).containsExactly("live", "look");
    assertThat(aliases).extracting(alias -> alias.at("FunctionVersion")).hasSize(2);
    assertThat(aliases.getFirst().at("FunctionVersion"))
        .isEqualTo(aliases.getLast().at("FunctionVersion"));
    assertThat(relay.outputs()).contains("OpsFunction", "LookFunction");
  }

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void schedulesInvokeWhatMayChangeAndTheDashboardWhatMayLook(String configuration) {
    Template relay = relayStack(configuration);
    List<String> looking =
        relay.resources("AWS::Lambda::Alias").stream()
            .filter(alias -> "look".equals(alias.at("Name")))
            .map(Resource::id)
            .toList();
    assertThat(looking).hasSize(1);
    assertThat(relay.resources("AWS::Scheduler::Schedule"))
        .noneMatch(schedule -> schedule.toString().contains(looking.getFirst()));
    assertThat(dashboard(configuration)).contains("ExportsOutputRef" + looking.getFirst());
  }

  private static String dashboard(String configuration) {
    return String.valueOf(
        Synthesised.of(configuration)
            .stack("Observability")
            .only("AWS::CloudWatch::Dashboard")
            .at("DashboardBody"));
  }

  @Test
  void snapStartCanBeSwitchedOff() {
    assertThat(relayStack("minimal").function("RelayHandler").at("SnapStart", "ApplyOn"))
        .isEqualTo("PublishedVersions");
    assertThat(relayStack("msk-serverless").function("RelayHandler").at("SnapStart")).isNull();
  }

  /** It runs once a deployment; a snapshot would only be waited for. */
  @Test
  void migrationNeedsNoSnapshot() {
    assertThat(relayStack("minimal").function("MigrateHandler").at("SnapStart")).isNull();
  }

  @Test
  void concurrencyIsReservedOnDemandOnly() {
    String reserved = "ReservedConcurrentExecutions";
    assertThat(relayStack("everything").function("RelayHandler").at(reserved)).isEqualTo(20);
    assertThat(relayStack("minimal").function("RelayHandler").at(reserved)).isNull();
  }

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void everyLogIsForgottenSomeDay(String configuration) {
    assertThat(Synthesised.of(configuration).stacks())
        .flatExtracting(stack -> stack.resources("AWS::Logs::LogGroup"))
        .isNotEmpty()
        .allSatisfy(log -> assertThat(log.at("RetentionInDays")).isInstanceOf(Integer.class));
  }

  private static Template relayStack(String configuration) {
    return Synthesised.of(configuration).stack("Relay");
  }
}
