package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SchedulesIT {

  @Test
  void everyLaneHasAScheduleWithAQueueOfItsOwn() {
    List<Resource> lanes =
        schedules("everything").stream().filter(s -> input(s).contains("lane")).toList();
    assertThat(lanes)
        .extracting(SchedulesIT::input)
        .containsExactlyInAnyOrder(
            "{\"lane\":0,\"lanes\":4}",
            "{\"lane\":1,\"lanes\":4}",
            "{\"lane\":2,\"lanes\":4}",
            "{\"lane\":3,\"lanes\":4}");
    Set<Object> queues = new HashSet<>();
    lanes.forEach(lane -> queues.add(String.valueOf(lane.at("Target", "DeadLetterConfig"))));
    assertThat(queues).hasSize(4);
    assertThat(lanes).allMatch(lane -> "rate(1 minute)".equals(lane.at("ScheduleExpression")));
  }

  @Test
  void outboxIsMeasuredEachMinuteAndCleanedAtNight() {
    assertThat(schedule("{\"action\":\"measure\"}").at("ScheduleExpression"))
        .isEqualTo("rate(1 minute)");
    Resource clean = schedule("{\"action\":\"clean\",\"actor\":\"schedule\"}");
    assertThat(clean.at("ScheduleExpression")).isEqualTo("cron(0 2 * * ? *)");
    assertThat(clean.at("ScheduleExpressionTimezone")).isEqualTo("Etc/UTC");
  }

  /** Its answer goes nowhere, so the outcome is a metric. The alias that changes is invoked. */
  @Test
  void probesAreSentIfAskedFor() {
    Resource probe =
        schedules("everything").stream().filter(s -> input(s).contains("probe")).findFirst().get();
    assertThat(probe.at("ScheduleExpression")).isEqualTo("rate(15 minutes)");
    assertThat(input(probe))
        .isEqualTo(
            "{\"action\":\"probe\",\"actor\":\"schedule\",\"metrics\":true,\"seconds\":150,\"stream\":\"audit.probe\"}");
    assertThat(probe.at("Target", "Arn"))
        .isEqualTo(
            schedules("everything").stream()
                .filter(s -> input(s).contains("measure"))
                .findFirst()
                .get()
                .at("Target", "Arn"));
    assertThat(schedules("minimal")).noneMatch(s -> input(s).contains("probe"));
  }

  @Test
  void nothingGoesLiveBeforeTheMigration() {
    Template relay = relay("minimal");
    String migration = relay.only("Custom::Trigger").id();
    assertThat(relay.resources("AWS::Lambda::Alias"))
        .hasSize(3)
        .allMatch(alias -> alias.dependsOn().contains(migration));
    assertThat(schedules("minimal"))
        .hasSize(3)
        .allMatch(schedule -> schedule.dependsOn().contains(migration));
  }

  /** A schedule comes at once; its first turns would be refused, and never come again. */
  @Test
  void scheduleStartsWhenItsRoleMayInvoke() {
    Template relay = relay("minimal");
    List<String> invokes =
        Statement.in(relay)
            .filter(Statement::isGrant)
            .filter(statement -> statement.actions().contains("lambda:InvokeFunction"))
            .map(statement -> statement.owner().id())
            .filter(id -> id.startsWith("SluiceScheduleRole"))
            .distinct()
            .toList();
    assertThat(invokes).hasSize(1);
    assertThat(schedules("minimal"))
        .hasSize(3)
        .allMatch(schedule -> schedule.dependsOn().contains(invokes.getFirst()));
  }

  /** CloudFormation goes back by removing it, and the old one is as it was: nothing is invoked. */
  @Test
  void everyReleaseHasAMigrationOfItsOwn() throws IOException {
    String before = trigger(Synthesised.of("everything"));
    assertThat(trigger(Synthesised.changed("everything", "14d", "15d"))).isNotEqualTo(before);
    assertThat(trigger(Synthesised.changed("everything", "50000", "60000"))).isEqualTo(before);
    try (Stream<Path> files = Files.walk(Synthesised.of("everything").directory())) {
      assertThat(files.filter(file -> file.endsWith("index.js")))
          .as("the CDK's function behind it invokes nothing when it is removed")
          .anyMatch(file -> content(file).contains("not calling trigger on DELETE"));
    }
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String trigger(Synthesised app) {
    return app.stack("Relay").only("Custom::Trigger").id();
  }

  /** Its failure is the deployment's. */
  @Test
  void migrationIsWaitedFor() {
    Resource trigger = relay("minimal").only("Custom::Trigger");
    assertThat(trigger.at("InvocationType")).isEqualTo("RequestResponse");
    assertThat(trigger.at("ExecuteOnHandlerChange")).isEqualTo(true);
  }

  @Test
  void databaseThatMaySleepIsWokenRarely() {
    assertThat(schedules("aurora-drain"))
        .filteredOn(schedule -> !input(schedule).contains("clean"))
        .allMatch(schedule -> "rate(15 minutes)".equals(schedule.at("ScheduleExpression")));
  }

  private static Resource schedule(String input) {
    return schedules("minimal").stream()
        .filter(s -> input(s).equals(input))
        .findFirst()
        .orElseThrow();
  }

  private static String input(Resource schedule) {
    return String.valueOf(schedule.at("Target", "Input"));
  }

  private static List<Resource> schedules(String configuration) {
    return relay(configuration).resources("AWS::Scheduler::Schedule");
  }

  private static Template relay(String configuration) {
    return Synthesised.of(configuration).stack("Relay");
  }
}
