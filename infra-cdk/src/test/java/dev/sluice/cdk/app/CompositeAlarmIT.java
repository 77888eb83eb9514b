package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.deployed.AwsClients;
import dev.sluice.cdk.deployed.Eventually;
import dev.sluice.emulators.LocalStack;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.cloudformation.model.Stack;
import software.amazon.awssdk.services.cloudwatch.model.AlarmType;
import software.amazon.awssdk.services.cloudwatch.model.CompositeAlarm;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;

/** The Observability stack in LocalStack: MiniStack deploys no composite alarms. */
final class CompositeAlarmIT {

  private static final String STACK = "sluice-dev-observability";
  private static final String COMPOSITE = "sluice-dev needs somebody";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern IMPORT = Pattern.compile("\"Fn::ImportValue\":\\s*\"([^\"]+)\"");

  private static final AwsClients AWS = AwsClients.of(LocalStack.shared());

  @BeforeAll
  static void deploy() throws IOException, InterruptedException {
    Template observability = Synthesised.of("minimal").stack("Observability");
    String template = Files.readString(observability.file());
    create("what-it-needs", neededBy(template));
    create(STACK, template);
  }

  /** What the other stacks export and the bootstrap leaves behind. */
  private static String neededBy(String template) throws IOException {
    Map<String, Object> outputs = new TreeMap<>();
    for (String name :
        IMPORT.matcher(template).results().map((MatchResult found) -> found.group(1)).toList()) {
      Map<String, Object> output =
          Map.of("Value", "imported-" + name.hashCode(), "Export", Map.of("Name", name));
      outputs.put(name.replaceAll("[^A-Za-z0-9]", ""), output);
    }
    assertThat(outputs).isNotEmpty();
    Map<String, String> bootstrap =
        Map.of("Name", "/cdk-bootstrap/hnb659fds/version", "Type", "String", "Value", "30");
    Map<String, Object> version = Map.of("Type", "AWS::SSM::Parameter", "Properties", bootstrap);
    return JSON.std.asString(
        Map.of("Resources", Map.of("BootstrapVersion", version), "Outputs", outputs));
  }

  private static void create(String name, String template) throws InterruptedException {
    AWS.stacks().createStack(request -> request.stackName(name).templateBody(template));
    Stack created =
        Eventually.await(
            name + " has been created",
            PATIENCE,
            () -> stack(name),
            stack -> !stack.stackStatusAsString().endsWith("_IN_PROGRESS"));
    assertThat(created.stackStatusAsString())
        .as(created.stackStatusReason())
        .isEqualTo("CREATE_COMPLETE");
  }

  @AfterAll
  static void close() {
    AWS.close();
  }

  @Test
  void namesThePagingAlarmsAndNoOthers() {
    String rule = composite().alarmRule();
    List<MetricAlarm> alarms = alarms();
    assertThat(alarms)
        .hasSameSizeAs(
            Synthesised.of("minimal").stack("Observability").resources("AWS::CloudWatch::Alarm"));
    assertThat(alarms)
        .filteredOn(alarm -> rule.contains("ALARM(\"" + alarm.alarmArn() + "\")"))
        .hasSizeBetween(5, 10);
  }

  @Test
  void everyAlarmNotifiesTheTopicAndTheCompositeNobody() {
    assertThat(alarms())
        .isNotEmpty()
        .allMatch(alarm -> alarm.alarmActions().equals(List.of(topic())));
    assertThat(composite().alarmActions()).isEmpty();
  }

  private static CompositeAlarm composite() {
    List<CompositeAlarm> composites =
        AWS.metrics()
            .describeAlarms(
                request -> request.alarmNames(COMPOSITE).alarmTypes(AlarmType.COMPOSITE_ALARM))
            .compositeAlarms();
    assertThat(composites).hasSize(1);
    return composites.getFirst();
  }

  private static List<MetricAlarm> alarms() {
    return AWS.metrics()
        .describeAlarms(request -> request.alarmNamePrefix("sluice-dev "))
        .metricAlarms();
  }

  private static String topic() {
    return stack(STACK).outputs().stream()
        .filter(output -> output.outputKey().equals("AlarmTopicArn"))
        .findFirst()
        .orElseThrow()
        .outputValue();
  }

  private static Stack stack(String name) {
    return AWS.stacks().describeStacks(request -> request.stackName(name)).stacks().getFirst();
  }
}
