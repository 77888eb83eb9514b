package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.AlarmThresholds;
import dev.sluice.cdk.RelaySettings;
import dev.sluice.relay.config.RelayConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * template.yaml is what the CDK's parts make; {@code -Dsluice.snapshots=rewrite} writes it anew.
 */
final class SamTextIT {

  @Test
  void templateIsMadeOfTheSamePartsAsTheStacks() throws IOException {
    String made = SamText.of(SamPlatform.AWS);
    if ("rewrite".equals(System.getProperty("sluice.snapshots"))) {
      Files.writeString(SamCli.TEMPLATE, made);
    }
    assertThat(Files.readString(SamCli.TEMPLATE)).isEqualTo(made);
  }

  /** By the SAM CLI's own parser: nothing is lost between what is made and what is written. */
  @Test
  void templateReadsAsWhatWasMade() throws IOException {
    SamText.Made made = SamText.made(SamPlatform.AWS);
    Map<String, Object> read =
        JSON.std.mapFrom(SamCli.program("sam-read.py", SamCli.TEMPLATE.toString()));
    assertThat(plain(read.get("Resources"))).isEqualTo(plain(made.resources()));
    assertThat(plain(read.get("Outputs"))).isEqualTo(plain(made.outputs()));
  }

  /** Without white space, which is broken for readers, in JSON and in conditions of alarms. */
  private static Object plain(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map when map.get("Fn::GetAtt") instanceof List<?> path ->
          path.stream().map(String::valueOf).collect(Collectors.joining("."));
      case Map<?, ?> map -> {
        Map<String, Object> all = new TreeMap<>();
        map.forEach((name, inner) -> all.put(String.valueOf(name), plain(inner)));
        yield all;
      }
      case List<?> list -> list.stream().map(SamTextIT::plain).toList();
      case String text -> "text " + text.replaceAll("\\s+", "");
      case null, default -> String.valueOf(value);
    };
  }

  @Test
  void defaultsOfItsParametersAreTheCdks() {
    AlarmThresholds thresholds = AlarmThresholds.DEFAULTS;
    RelaySettings relay = RelaySettings.DEFAULTS;
    assertThat(defaults())
        .containsEntry("Mode", relay.mode())
        .containsEntry("Lanes", relay.lanes())
        .containsEntry("RelayMemory", relay.memory())
        .containsEntry("PendingEvents", thresholds.pending())
        .containsEntry("FailedEventsAllowed", thresholds.failed())
        .containsEntry("OldestPendingSeconds", thresholds.oldestPendingSeconds())
        .containsEntry("SilentTurns", thresholds.silentTurns())
        .containsEntry("Runbooks", "");
    Map<String, String> cdks =
        PlausibleEnvironment.of(Synthesised.of("existing").stack("Relay"), "RelayHandler");
    RelayConfig functions = RelayConfig.parse(cdks);
    assertThat(defaults())
        .containsEntry("Retention", cdks.get("SLUICE_RETENTION"))
        .containsEntry("MetricDimensions", cdks.get("SLUICE_METRIC_DIMENSIONS"))
        .containsEntry("Batch", functions.batch())
        .containsEntry("MaxAttempts", functions.routes().getFirst().maxAttempts());
  }

  private static Map<String, Object> defaults() {
    Map<String, Object> defaults = new TreeMap<>();
    ((Map<?, ?>) Objects.requireNonNull(SamTemplate.existing().body().get("Parameters")))
        .forEach(
            (name, parameter) ->
                defaults.put((String) name, ((Map<?, ?>) parameter).get("Default")));
    return defaults;
  }

  @Test
  void parametersReachTheFunctions() {
    Map<String, String> changed =
        Map.of("Mode", "DRAIN", "Batch", "7", "MaxAttempts", "9", "Retention", "3d");
    Template template = SamTemplate.transform(List.of(with(changed))).getFirst();
    assertThat(List.of("RelayHandler", "OpsHandler"))
        .allSatisfy(
            handler ->
                assertThat(PlausibleEnvironment.given(template, handler))
                    .containsEntry("SLUICE_MODE", "DRAIN")
                    .containsEntry("SLUICE_BATCH", "7")
                    .containsEntry("SLUICE_MAX_ATTEMPTS", "9")
                    .containsEntry("SLUICE_RETENTION", "3d"));
  }

  @Test
  void everyLaneHasItsSchedule() {
    List<Integer> lanes = List.of(1, 2, 4, 8);
    List<Template> templates =
        SamTemplate.transform(
            lanes.stream().map(count -> with(Map.of("Lanes", String.valueOf(count)))).toList());
    for (int i = 0; i < lanes.size(); i++) {
      String input = "{\"lane\":%%d,\"lanes\":%d}".formatted(lanes.get(i));
      assertThat(templates.get(i).resources("AWS::Scheduler::Schedule"))
          .extracting(schedule -> String.valueOf(schedule.at("Target", "Input")))
          .filteredOn(given -> given.contains("lane"))
          .isEqualTo(IntStream.range(0, lanes.get(i)).mapToObj(input::formatted).toList());
    }
  }

  @ParameterizedTest
  @CsvSource({"RelayRole, SluiceRelay", "OpsRole, SluiceOps", "MigrationRole, SluiceMigration"})
  void functionsMayDoTheSameAsTheCdks(String sam, String cdk) {
    Template existing = Synthesised.of("existing").stack("Relay");
    assertThat(LeastPrivilegeIT.actions(SamTemplate.existing(), sam))
        .isNotEmpty()
        .isEqualTo(LeastPrivilegeIT.actions(existing, cdk));
  }

  @Test
  void nothingIsGrantedOnWhatIsNotGiven() {
    assertThat(LeastPrivilegeIT.actions(SamTemplate.least(), "RelayRole"))
        .contains("rds-db:connect", "ssm:GetParameter")
        .noneMatch(action -> action.matches("(sns|events|kafka-cluster|ec2):.*"));
    assertThat(LeastPrivilegeIT.actions(SamTemplate.least(), "MigrationRole"))
        .contains("rds-db:connect")
        .doesNotContain("secretsmanager:GetSecretValue");
  }

  private static Map<String, String> with(Map<String, String> changed) {
    Map<String, String> parameters = new TreeMap<>(SamTemplate.EXISTING);
    parameters.putAll(changed);
    return parameters;
  }
}
