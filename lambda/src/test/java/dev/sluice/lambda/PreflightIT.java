package dev.sluice.lambda;

import static dev.sluice.lambda.Operator.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Preflight names each fault and its remedy. */
final class PreflightIT {

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final Operator operator = new Operator(database, Operator.blocking(name));

  @AfterEach
  void drop() {
    operator.close();
    database.close();
  }

  @Test
  void preflightFindsNothingInAHealthyOutbox() {
    Map<String, Object> answer = operator.ask("{'action': 'preflight'}");
    assertThat(answer).containsEntry("ready", true);
    assertThat(list(answer, "checks"))
        .extracting("check")
        .containsExactly(
            "database",
            "migrations",
            "grants",
            "clock",
            "tls",
            "ring",
            "routes",
            "streams",
            "destination fake:" + name);
    assertThat(list(answer, "checks").stream().filter(c -> !"OK".equals(c.get("verdict"))))
        .as("a local password needs no TLS")
        .singleElement()
        .satisfies(check -> assertThat(check).containsEntry("check", "tls"));
  }

  @Test
  void preflightNamesTheFaultsAndTheirRemedies() {
    database.append("orders", 1, 1);
    database.execute("REVOKE DELETE ON outbox.inbox FROM outbox_operator");
    String elsewhere = "[{\"stream\":\"x\",\"destination\":\"fake:x\"}]";
    try (Operator other = new Operator(Operator.environment(database, elsewhere))) {
      Map<String, Object> answer = other.ask("{'action': 'preflight'}");
      assertThat(answer).containsEntry("ready", false);
      assertThat(answer.toString())
          .contains("outbox_operator lacks DELETE on inbox", "GRANT outbox_operator")
          .contains("no route for [orders (no route matches it)]", "add a route");
    }
  }

  @Test
  void preflightLooksAtEveryDestinationOnceAndAtTheDeadLetterQueue() {
    String missing = "missing-" + name;
    String hidden = "hidden-" + name;
    FakeBroker.named(missing).looks(new Finding.Obstructed("it does not exist", "create it"));
    FakeBroker.named(hidden).looks(new Finding.Unknown("it may not be examined", "allow it"));
    Map<String, String> environment =
        Operator.environment(
            database,
            """
            [{"stream": "a", "destination": "fake:%s"}, {"stream": "b", "destination": "fake:%s"},
             {"stream": "c", "destination": "fake:%s", "format": "ENVELOPE"}]
            """
                .formatted(missing, hidden, missing));
    environment.put("SLUICE_DLQ_URL", "http://127.0.0.1:1/000000000000/dead");
    environment.put("AWS_REGION", "us-east-1");
    try (Operator other = new Operator(environment)) {
      Map<String, Object> answer = other.ask("{'action': 'preflight'}");
      assertThat(answer).containsEntry("ready", false);
      List<Map<String, Object>> checks = list(answer, "checks");
      assertThat(checks.subList(8, checks.size()))
          .extracting(check -> check.get("check") + " " + check.get("verdict"))
          .containsExactly(
              "destination fake:" + missing + " FAIL",
              "destination fake:" + hidden + " WARN",
              "dead-letter queue FAIL");
      assertThat(checks.get(8))
          .containsEntry("finding", "it does not exist")
          .containsEntry("remedy", "create it");
      assertThat(String.valueOf(checks.getLast().get("finding"))).contains("does not answer");
    }
  }

  @Test
  void preflightLooksWhereTheStreamsGoThatItKnows() {
    String each = "each-" + name + ".";
    String routes = "[{\"stream\":\"*\",\"destination\":\"fake:" + each + "{stream}\"}]";
    FakeBroker.named(each + "s1").looks(new Finding.Obstructed("it does not exist", "create it"));
    try (Operator other = new Operator(Operator.environment(database, routes))) {
      List<Map<String, Object>> before = list(other.ask("{'action': 'preflight'}"), "checks");
      assertThat(before.getLast())
          .containsEntry("check", "destination fake:" + each + "{stream}")
          .containsEntry("verdict", "WARN")
          .containsEntry("finding", "not checked: no stream is known that leads there");
      for (int stream = 1; stream <= 25; stream++) {
        database.append("s" + stream, 1, 1);
      }
      database.append("two words", 1, 1);
      Map<String, Object> answer = other.ask("{'action': 'preflight'}");
      assertThat(answer).containsEntry("ready", false);
      assertThat(answer.toString())
          .contains(
              "checked for 20 of the 25 streams that have events to deliver or dead ones",
              "no route for [two words (its name cannot stand in fake:" + each + "{stream}: ");
      assertThat(list(answer, "checks"))
          .filteredOn(check -> String.valueOf(check.get("check")).startsWith("destination fake:"))
          .hasSize(21)
          .filteredOn(check -> "FAIL".equals(check.get("verdict")))
          .extracting(check -> check.get("check"))
          .containsExactly("destination fake:" + each + "s1");
    }
  }

  @Test
  void preflightDoesNotWaitForADestinationLongerThanItHasTime() {
    CountDownLatch never = new CountDownLatch(1);
    broker.looking(
        () -> {
          boolean opened = never.await(1, TimeUnit.MINUTES);
          return new Finding.Ready("opened: " + opened);
        });
    Map<String, Object> answer =
        operator.ask("{'action': 'preflight'}", new InvocationContext(() -> 3_500, null));
    assertThat(list(answer, "checks").getLast())
        .containsEntry("verdict", "WARN")
        .containsEntry("finding", "no finding in the time there was");
  }

  @Test
  void preflightWorksWithoutASchemaAndWithRoutesThatDoNotParse() {
    try (EmptyDatabase empty = new EmptyDatabase()) {
      Map<String, String> environment = empty.environment("admin");
      environment.put("SLUICE_ROUTES", "nonsense");
      try (Operator other = new Operator(environment)) {
        Map<String, Object> answer = other.ask("{'action': 'preflight'}");
        assertThat(answer).containsEntry("ready", false);
        assertThat(answer.toString())
            .contains("there is no schema 'outbox'", "invoke MigrateHandler", "SLUICE_ROUTES");
        assertThatThrownBy(() -> other.ask("{'action': 'status'}"))
            .hasMessageContaining("the schema 'outbox' is missing; invoke MigrateHandler");
      }
    }
  }
}
