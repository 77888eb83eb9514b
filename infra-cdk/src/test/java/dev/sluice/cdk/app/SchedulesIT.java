package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

  @Test
  void nothingGoesLiveBeforeTheMigration() {
    Template relay = relay("minimal");
    String migration = relay.only("Custom::Trigger").id();
    assertThat(relay.resources("AWS::Lambda::Alias"))
        .hasSize(2)
        .allMatch(alias -> alias.dependsOn().contains(migration));
    assertThat(schedules("minimal"))
        .hasSize(3)
        .allMatch(schedule -> schedule.dependsOn().contains(migration));
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
