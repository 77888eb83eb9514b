package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A deployment ends with a probe if that is asked for; DeploymentCallerIT runs the program. */
final class DeploymentProbeIT {

  private static final Template RELAY = Synthesised.of("everything").stack("Relay");
  private static final Resource PROBE = RELAY.only("Custom::Probe");

  @Test
  void onlyWhereItIsAskedFor() {
    assertThat(Synthesised.of("minimal").stack("Relay").resources("Custom::Probe")).isEmpty();
  }

  /** A relay at work would deliver for another minute, and a broken one be found after it. */
  @Test
  void newRelayIsStartedBeforeTheProbeIsSent() {
    assertThat(calls("Payload"))
        .containsExactly(
            "{\"source\":\"sluice.nudge\"}",
            "{\"action\":\"probe\",\"actor\":\"deployment\",\"seconds\":150,\"stream\":\"audit.probe\"}");
    assertThat(calls("Function")).containsExactly(live("Relay"), live("Ops"));
  }

  private static List<Object> calls(String property) {
    List<Object> values = new ArrayList<>();
    for (Object call : (List<?>) Objects.requireNonNull(PROBE.at("Calls"))) {
      values.add(((Map<?, ?>) call).get(property));
    }
    return values;
  }

  private static Object live(String function) {
    return RELAY.resources("AWS::Lambda::Alias").stream()
        .filter(alias -> "live".equals(alias.at("Name")))
        .filter(alias -> alias.id().startsWith("Sluice" + function))
        .map(alias -> Map.of("Ref", alias.id()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everythingElseIsInPlaceBefore() {
    List<String> others =
        Stream.of(
                "AWS::Lambda::Alias",
                "AWS::Lambda::EventInvokeConfig",
                "AWS::Scheduler::Schedule",
                "AWS::IAM::Policy",
                "Custom::Trigger")
            .flatMap(type -> RELAY.resources(type).stream())
            .map(Resource::id)
            .filter(id -> id.startsWith("Sluice"))
            .filter(id -> !id.startsWith("SluiceDeploymentProbe"))
            .toList();
    assertThat(others).hasSizeGreaterThan(15);
    assertThat(PROBE.dependsOn()).map(String::valueOf).containsAll(others);
  }

  @Test
  void everyReleaseIsProbedAndNothingElse() {
    List<?> releases = (List<?>) Objects.requireNonNull(PROBE.at("Releases"));
    assertThat(releases).hasSize(2);
    assertThat(releases(Synthesised.changed("everything", "14d", "15d"))).isNotEqualTo(releases);
    assertThat(releases(Synthesised.changed("everything", "50000", "60000"))).isEqualTo(releases);
  }

  private static Object releases(Synthesised app) {
    return Objects.requireNonNull(app.stack("Relay").only("Custom::Probe").at("Releases"));
  }

  /** Of the program 890 s are for the answers of both. */
  @Test
  void callerWaitsForLongerThanItsCallsTake() {
    int both =
        Stream.of("RelayHandler", "OpsHandler")
            .mapToInt(
                handler -> (Integer) Objects.requireNonNull(RELAY.function(handler).at("Timeout")))
            .sum();
    Resource caller = RELAY.function("handler");
    assertThat((Integer) caller.at("Timeout")).isGreaterThan(both);
    assertThat(PROBE.at("ServiceTimeout")).isEqualTo(String.valueOf(caller.at("Timeout")));
    assertThat(caller.at("VpcConfig")).as("CloudFormation is answered by way of S3").isNull();
  }
}
