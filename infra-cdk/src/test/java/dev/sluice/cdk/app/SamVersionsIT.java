package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * SAM publishes a version when the code has changed, and not when a parameter has: the alias would
 * go on with the old value. The migration's answer describes the versions, and must change whenever
 * a function does, and only then: Lambda refuses a second version of the same.
 */
final class SamVersionsIT {

  /** The template after a change of one parameter. */
  private record Changed(String parameter, Template template) {}

  private static final List<Changed> CHANGES = changes();

  @Test
  void parametersMakeNewVersionsOfWhatTheyChangeAndOfNothingElse() {
    Template before = SamTemplate.existing();
    List<String> relay = new ArrayList<>();
    List<String> ops = new ArrayList<>();
    for (Changed after : CHANGES) {
      boolean relayChanged =
          !environment(before, "Relay").equals(environment(after.template(), "Relay"));
      boolean opsChanged = !environment(before, "Ops").equals(environment(after.template(), "Ops"));
      assertThat(!fingerprint(before, "Relay").equals(fingerprint(after.template(), "Relay")))
          .as("the relay's version, after a change of " + after.parameter())
          .isEqualTo(relayChanged);
      assertThat(!fingerprint(before, "Ops").equals(fingerprint(after.template(), "Ops")))
          .as("the version of operations, after a change of " + after.parameter())
          .isEqualTo(opsChanged);
      if (relayChanged) {
        relay.add(after.parameter());
      }
      if (opsChanged) {
        ops.add(after.parameter());
      }
    }
    assertThat(relay).contains("Routes", "RelayMemory", "SubnetIds").doesNotContain("Runbooks");
    assertThat(ops).contains("Routes", "SubnetIds").doesNotContain("RelayMemory");
  }

  @Test
  void migrationRunsAgainWhenItsOwnParametersChange() {
    Template before = SamTemplate.existing();
    List<String> again =
        CHANGES.stream()
            .filter(
                after ->
                    !environment(before, "Migrate")
                        .equals(environment(after.template(), "Migrate")))
            .map(
                after -> {
                  assertThat(migration(after.template()))
                      .as(after.parameter())
                      .isNotEqualTo(migration(before));
                  return after.parameter();
                })
            .toList();
    assertThat(again).contains("DatabaseUrl", "MigrationUser", "MigrationSecretArn");
  }

  @Test
  void versionsAreDescribedByTheMigrationsAnswer() {
    assertThat(SamTemplate.existing().resources("AWS::Lambda::Version"))
        .extracting(version -> String.valueOf(version.at("Description")))
        .containsExactlyInAnyOrder(
            "{Fn::GetAtt=[Migration, Relay]}", "{Fn::GetAtt=[Migration, Ops]}", "null");
  }

  private static List<Changed> changes() {
    Map<?, ?> parameters =
        (Map<?, ?>) Objects.requireNonNull(SamTemplate.existing().body().get("Parameters"));
    List<String> names = parameters.keySet().stream().map(String::valueOf).toList();
    List<Template> templates =
        SamTemplate.transform(
            names.stream()
                .map(
                    name -> changed(name, (Map<?, ?>) Objects.requireNonNull(parameters.get(name))))
                .toList());
    List<Changed> changes = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      changes.add(new Changed(names.get(i), templates.get(i)));
    }
    return changes;
  }

  private static Map<String, String> changed(String name, Map<?, ?> parameter) {
    Map<String, String> all = new TreeMap<>(SamTemplate.EXISTING);
    String now = all.getOrDefault(name, String.valueOf(parameter.get("Default")));
    all.put(
        name,
        parameter.get("AllowedValues") instanceof List<?> allowed
            ? other(now, allowed)
            : now + "1");
    return all;
  }

  private static String other(String now, List<?> allowed) {
    return allowed.stream()
        .map(String::valueOf)
        .filter(value -> !value.equals(now))
        .findFirst()
        .orElseThrow();
  }

  /** Memory and network are as much of a version as the variables are. */
  private static Map<String, Object> environment(Template template, String function) {
    return template.function(function + "Handler").properties();
  }

  /** Of which the caller's answer is made. */
  private static Object fingerprint(Template template, String function) {
    return Objects.requireNonNull(template.only("Custom::Migration").at(function));
  }

  private static Map<String, Object> migration(Template template) {
    return template.only("Custom::Migration").properties();
  }
}
