package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.app.Template.Resource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** template.yaml provisions what the CDK does with config/existing.json. */
final class SamAndCdkIT {

  private static final Template RELAY = Synthesised.of("existing").stack("Relay");
  private static final Template WATCH = Synthesised.of("existing").stack("Observability");
  private static final Template SAM = SamTemplate.existing();

  @ParameterizedTest
  @ValueSource(strings = {"RelayHandler", "OpsHandler", "MigrateHandler"})
  void functionsAreTheSame(String handler) {
    Map<String, Object> sam = Gist.of(SAM.function(handler));
    Map<String, Object> cdk = Gist.of(RELAY.function(handler));
    assertThat(sam.remove("LoggingConfig")).asString().contains("JSON");
    assertThat(cdk.remove("LoggingConfig")).asString().contains("JSON");
    assertThat(sam.remove("VpcConfig")).asString().contains("subnet-0123456789abcdef1");
    assertThat(cdk.remove("VpcConfig")).asString().contains("subnet-0123456789abcdef1");
    assertThat(sam).isEqualTo(cdk);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AWS::Scheduler::Schedule", "AWS::SQS::Queue"})
  void schedulesAndQueuesAreTheSame(String type) {
    assertThat(gists(SAM, type)).hasSizeGreaterThan(2).hasSameElementsAs(gists(RELAY, type));
    assertThat(gists(SAM, type)).hasSameSizeAs(gists(RELAY, type));
  }

  @Test
  void aliasesGiveUpAtOnceAndKeepWhatFailed() {
    List<Map<String, Object>> sam = gists(SAM, "AWS::Lambda::EventInvokeConfig");
    List<Map<String, Object>> cdk = gists(RELAY, "AWS::Lambda::EventInvokeConfig");
    assertThat(sam).extracting(config -> config.remove("Qualifier")).containsOnly("live");
    cdk.forEach(config -> config.remove("Qualifier"));
    assertThat(sam).hasSize(2).isEqualTo(cdk);
  }

  @Test
  void alarmsAreTheSame() {
    assertThat(gists(SAM, "AWS::CloudWatch::Alarm"))
        .hasSizeGreaterThan(15)
        .containsExactlyInAnyOrderElementsOf(gists(WATCH, "AWS::CloudWatch::Alarm"));
  }

  @Test
  void compositeIsOfTheSame() {
    assertThat(paging(SAM)).hasSize(6).isEqualTo(paging(WATCH));
  }

  private static List<String> paging(Template template) {
    Resource composite = template.only("AWS::CloudWatch::CompositeAlarm");
    String rule = String.valueOf(composite.at("AlarmRule"));
    return template.resources("AWS::CloudWatch::Alarm").stream()
        .filter(alarm -> rule.matches(".*\\b" + alarm.id() + "\\b.*"))
        .map(alarm -> String.valueOf(alarm.at("AlarmName")))
        .sorted()
        .toList();
  }

  @Test
  void emulatorsWithoutCompositesGetTheAlarmsAlone() {
    Template single = SamTemplate.transform(List.of(with("OnePage", "false"))).getFirst();
    assertThat(single.resources("AWS::CloudWatch::CompositeAlarm")).isEmpty();
    assertThat(single.resources("AWS::CloudWatch::Alarm"))
        .hasSameSizeAs(SAM.resources("AWS::CloudWatch::Alarm"))
        .allMatch(alarm -> alarm.at("AlarmActions") != null);
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> parameters = new TreeMap<>(SamTemplate.EXISTING);
    parameters.put(name, value);
    return parameters;
  }

  @Test
  void dashboardsShowTheSame() throws IOException {
    assertThat(widgets(SAM)).hasSizeGreaterThan(15).isEqualTo(widgets(WATCH));
  }

  private static List<Object> widgets(Template template) throws IOException {
    Object body = template.only("AWS::CloudWatch::Dashboard").at("DashboardBody");
    String json = Gist.text(Objects.requireNonNull(body)).replace(",\"yAxis\":{}", "");
    List<?> widgets = (List<?>) Objects.requireNonNull(JSON.std.mapFrom(json).get("widgets"));
    return Stream.<Object>concat(Stream.of(widgets.size()), widgets.stream()).toList();
  }

  @ParameterizedTest
  @CsvSource({"RelayRole, SluiceRelay", "OpsRole, SluiceOps", "MigrateRole, SluiceMigration"})
  void functionsMayDoTheSame(String sam, String cdk) {
    assertThat(LeastPrivilegeIT.actions(SAM, sam))
        .isNotEmpty()
        .isEqualTo(LeastPrivilegeIT.actions(RELAY, cdk));
  }

  private static List<Map<String, Object>> gists(Template template, String type) {
    return template.resources(type).stream()
        .map(Gist::of)
        .filter(gist -> !gist.toString().contains("CustomResourceProvider"))
        .toList();
  }
}
