package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import dev.sluice.metrics.Metric;
import dev.sluice.metrics.Metric.Emitter;
import dev.sluice.metrics.Metric.Scope;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AlarmsIT {

  static final List<String> CONFIGURATIONS = Synthesised.CONFIGURATIONS;

  private static final Pattern SEARCHED = Pattern.compile("MetricName=\\\\+\"(\\w+)\\\\+\"");
  private static final Pattern WIDGET = Pattern.compile("\"Sluice\",\"(\\w+)\"");

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void everyAlarmSaysWhatMissingDataMeans(String configuration) {
    assertThat(alarms(configuration))
        .hasSizeGreaterThan(15)
        .allSatisfy(
            alarm ->
                assertThat(String.valueOf(alarm.at("TreatMissingData")))
                    .as(alarm.id())
                    .isIn("breaching", "notBreaching", "ignore"));
  }

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void silenceIsAnAlarm(String configuration) {
    assertThat(alarms(configuration))
        .filteredOn(alarm -> "breaching".equals(alarm.at("TreatMissingData")))
        .filteredOn(alarm -> alarm.id().contains("Heartbeat"))
        .extracting(alarm -> alarm.at("EvaluationPeriods"))
        .containsExactly(5, 5);
  }

  /** The last probe counts, and silence for some of its periods. */
  @Test
  void probeThatFailedOrWasNotSentIsAnAlarmIfThereIsASchedule() {
    Resource alarm = probeFailed("everything").findFirst().orElseThrow();
    assertThat(alarm.at("MetricName")).isEqualTo(Metric.PROBE_FAILED.label());
    assertThat(alarm.at("Statistic")).isEqualTo("Maximum");
    assertThat(alarm.at("Period")).as("as often as it is sent").isEqualTo(15 * 60);
    assertThat(alarm.at("EvaluationPeriods")).isEqualTo(1);
    assertThat(alarm.at("TreatMissingData")).isEqualTo("breaching");
    Resource composite =
        Synthesised.of("everything").stack("Observability").only("AWS::CloudWatch::CompositeAlarm");
    assertThat(String.valueOf(composite.at("AlarmRule"))).contains(alarm.id());
    assertThat(probeFailed("minimal")).isEmpty();
    assertThat(dashboard("minimal")).doesNotContain(Metric.PROBE_FAILED.label());
  }

  private static Stream<Resource> probeFailed(String configuration) {
    return alarms(configuration).stream().filter(alarm -> alarm.id().contains("ProbeFailed"));
  }

  /** CloudWatch refuses others: 10, 30 or whole minutes, and a day at most. */
  @Test
  void everyAlarmLooksBackForADayAtMost() {
    String slow = "\"everyMinutes\": 15, \"measureEveryMinutes\": 15";
    String slowest = "\"everyMinutes\": 60, \"measureEveryMinutes\": 60";
    assertThat(
            Stream.concat(
                    Synthesised.all(),
                    Stream.of(Synthesised.changed("aurora-drain", slow, slowest)))
                .flatMap(
                    app -> app.stack("Observability").resources("AWS::CloudWatch::Alarm").stream()))
        .hasSizeGreaterThan(100)
        .allSatisfy(
            alarm -> {
              int period = (Integer) Objects.requireNonNull(alarm.at("Period"));
              int periods = (Integer) Objects.requireNonNull(alarm.at("EvaluationPeriods"));
              assertThat(period % 60).as(alarm.id()).isZero();
              assertThat(period * periods).as(alarm.id()).isLessThanOrEqualTo(86_400);
            });
  }

  /** A gauge that nobody measures any more has not become good. */
  @Test
  void gaugesKeepTheirAlarmWhileNobodyMeasures() {
    assertThat(alarms("minimal"))
        .filteredOn(alarm -> Metric.NAMESPACE.equals(alarm.at("Namespace")))
        .filteredOn(alarm -> !Metric.HEARTBEAT.label().equals(alarm.at("MetricName")))
        .filteredOn(alarm -> !Metric.UNCOVERED.label().equals(alarm.at("MetricName")))
        .isNotEmpty()
        .allMatch(alarm -> "ignore".equals(alarm.at("TreatMissingData")));
  }

  /** It is written only when there are such events, and each time must be heard. */
  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void uncoveredEventsFireOnceForEachTimeThatTheyAreFound(String configuration) {
    assertThat(alarms(configuration))
        .filteredOn(alarm -> Metric.UNCOVERED.label().equals(alarm.at("MetricName")))
        .singleElement()
        .satisfies(
            alarm -> {
              assertThat(alarm.at("Statistic")).isEqualTo("Sum");
              assertThat(alarm.at("Threshold")).isEqualTo(0);
              assertThat(alarm.at("EvaluationPeriods")).isEqualTo(1);
              assertThat(alarm.at("TreatMissingData")).isEqualTo("notBreaching");
            });
  }

  @Test
  void alarmsAreOnTotalsThatAreEmitted() {
    Set<List<String>> emitted =
        Arrays.stream(Metric.values())
            .flatMap(
                metric ->
                    metric.scopes().stream()
                        .map(scope -> List.of(metric.label(), scope.dimensions().toString())))
            .collect(Collectors.toSet());
    assertThat(
            Synthesised.CONFIGURATIONS.stream()
                .flatMap(configuration -> alarms(configuration).stream())
                .filter(alarm -> Metric.NAMESPACE.equals(alarm.at("Namespace")))
                .map(alarm -> List.of(String.valueOf(alarm.at("MetricName")), dimensions(alarm))))
        .isNotEmpty()
        .allMatch(emitted::contains);
  }

  private static String dimensions(Resource alarm) {
    return ((List<?>) Objects.requireNonNull(alarm.at("Dimensions")))
        .stream().map(dimension -> ((Map<?, ?>) dimension).get("Name")).toList().toString();
  }

  /** With metrics by stream and without. */
  @ParameterizedTest
  @ValueSource(strings = {"everything", "minimal"})
  void dashboardShowsAlarmsFirstAndEveryMetricThereIs(String configuration) {
    String body = dashboard(configuration);
    assertThat(body.indexOf("\"type\":\"alarm\""))
        .isPositive()
        .isLessThan(body.indexOf("\"type\":\"metric\""));
    Set<String> shown = new HashSet<>();
    Stream.of(SEARCHED, WIDGET)
        .map(pattern -> pattern.matcher(body))
        .forEach(found -> collect(found, shown));
    assertThat(shown)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Metric.values())
                .filter(metric -> metric.emitter() != Emitter.PROBE || probed(configuration))
                .map(Metric::label)
                .toList());
  }

  private static boolean probed(String configuration) {
    return Synthesised.read(configuration).relay().settings().probe().everyMinutes().isPresent();
  }

  private static void collect(Matcher found, Set<String> names) {
    while (found.find()) {
      names.add(found.group(1));
    }
  }

  /** Streams without metrics of their own have no graphs, which would be empty. */
  @Test
  void metricsAreSearchedByTheDimensionsThatTheFunctionsGiveThem() {
    assertThat(dashboard("everything"))
        .contains(searched(Scope.STREAM))
        .doesNotContain(searched(Scope.OUTBOX));
    assertThat(dashboard("minimal"))
        .contains(searched(Scope.OUTBOX))
        .doesNotContain(searched(Scope.STREAM));
    for (String configuration : List.of("everything", "minimal")) {
      Template relay = Synthesised.of(configuration).stack("Relay");
      assertThat(List.of("RelayHandler", "OpsHandler"))
          .extracting(
              handler ->
                  relay
                      .function(handler)
                      .at("Environment", "Variables", "SLUICE_METRIC_DIMENSIONS"))
          .allSatisfy(
              dimensions ->
                  assertThat(dashboard(configuration)).contains("{Sluice," + dimensions + "}"));
    }
  }

  private static String searched(Scope scope) {
    return "{Sluice," + String.join(",", scope.dimensions()) + "}";
  }

  private static String dashboard(String configuration) {
    Object body =
        Synthesised.of(configuration)
            .stack("Observability")
            .only("AWS::CloudWatch::Dashboard")
            .at("DashboardBody", "Fn::Join");
    List<?> parts = (List<?>) ((List<?>) Objects.requireNonNull(body)).get(1);
    return parts.stream().map(String::valueOf).collect(Collectors.joining());
  }

  /** While one fires, the next one must still be heard. */
  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void everyAlarmNotifiesByItself(String configuration) {
    assertThat(alarms(configuration))
        .isNotEmpty()
        .allSatisfy(
            alarm -> {
              assertThat(alarm.at("AlarmActions")).as(alarm.id()).isNotNull();
              assertThat(alarm.at("OKActions")).as(alarm.id()).isNotNull();
            });
  }

  @Test
  void compositeOfWhatCannotWaitIsForTheDashboard() {
    Resource composite =
        Synthesised.of("minimal").stack("Observability").only("AWS::CloudWatch::CompositeAlarm");
    String rule = String.valueOf(composite.at("AlarmRule"));
    assertThat(alarms("minimal"))
        .filteredOn(alarm -> rule.contains(alarm.id()))
        .hasSizeBetween(5, 10);
    assertThat(composite.at("AlarmActions")).isNull();
  }

  /** Nobody empties such a queue at night, and what is in it would hide what comes next. */
  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void queuesFireForWhatArrivesAndNotForWhatLiesThere(String configuration) {
    assertThat(alarms(configuration))
        .filteredOn(alarm -> "AWS/SQS".equals(alarm.at("Namespace")))
        .hasSizeGreaterThan(4)
        .allSatisfy(
            alarm -> {
              assertThat(alarm.at("MetricName")).isEqualTo("NumberOfMessagesSent");
              assertThat(alarm.at("Statistic")).isEqualTo("Sum");
              assertThat(alarm.at("TreatMissingData")).isEqualTo("notBreaching");
            });
  }

  /** The outbox remembers a relay for two minutes. */
  @Test
  void relayThatComesRarelyIsCountedByLambda() {
    assertThat(relayHeartbeat("minimal").at("Namespace")).isEqualTo(Metric.NAMESPACE);
    assertThat(relayHeartbeat("aurora-drain").at("Namespace")).isEqualTo("AWS/Lambda");
    assertThat(relayHeartbeat("aurora-drain").at("Period")).isEqualTo(900);
  }

  private static Resource relayHeartbeat(String configuration) {
    return alarms(configuration).stream()
        .filter(alarm -> alarm.id().contains("RelayHeartbeat"))
        .findFirst()
        .orElseThrow();
  }

  private static List<Resource> alarms(String configuration) {
    return Synthesised.of(configuration).stack("Observability").resources("AWS::CloudWatch::Alarm");
  }
}
