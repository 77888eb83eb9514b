package dev.sluice.lambda;

import static dev.sluice.lambda.Operator.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Invocation;
import dev.sluice.relay.RelayReport;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Looking, pausing and cleaning. */
final class UpkeepIT {

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final Operator operator = new Operator(database, Operator.blocking(name));

  @AfterEach
  void drop() {
    operator.close();
    database.close();
  }

  private TestRelay relay(String mode) {
    return new TestRelay(
        database, Map.of("SLUICE_ROUTES", Operator.blocking(name), "SLUICE_MODE", mode));
  }

  @Test
  void statusTellsOfEveryStreamAndLease() {
    database.append("orders", 10, 2);
    database.append("quiet", 5, 1);
    try (TestRelay relay = relay("DRAIN")) {
      database.execute("UPDATE outbox.event SET status = 'DEAD' WHERE seq = 3");
      database.execute(
          "UPDATE outbox.event SET status = 'FAILED', next_retry_at = now() + interval '1 h' WHERE seq = 12");
      relay.run();
    }
    database.execute(
        "UPDATE outbox.shard SET owner = 'lane', token = 7, leased_until = now() + interval '9 s' WHERE shard < 2");
    Map<String, Object> answer = operator.ask("{'action': 'status'}");
    assertThat(list(answer, "streams").getFirst())
        .containsEntry("stream", "orders")
        .containsEntry("pending", 3)
        .containsEntry("failed", 0)
        .containsEntry("dead", 1)
        .containsEntry("blocked", 3)
        .containsEntry("destination", "fake:" + name)
        .containsEntry("paused", false)
        .doesNotContainKey("pendingIsAtLeast");
    assertThat((Double) list(answer, "streams").getFirst().get("publishedPerMinute")).isPositive();
    assertThat(list(answer, "streams").getLast())
        .containsEntry("pending", 3)
        .containsEntry("failed", 1)
        .containsEntry("blocked", 3);
    assertThat(list(answer, "leases").getFirst())
        .containsEntry("owner", "lane")
        .containsEntry("shards", 2);
    assertThat(list(answer, "leases").getLast())
        .doesNotContainKey("owner")
        .containsEntry("shards", 62);
    assertThat(String.valueOf(operator.ask("{'action': 'status', 'format': 'text'}").get("text")))
        .containsPattern("orders +3 +0 +1 +3 ")
        .contains("2 shards: lane");
  }

  @Test
  void numberThatWasNotCountedToItsEndSaysSo() {
    database.append("orders", 10_001, 2);
    Map<String, Object> stream = list(operator.ask("{'action': 'status'}"), "streams").getFirst();
    assertThat(stream).containsEntry("pending", 10_000).containsEntry("pendingIsAtLeast", true);
    database.execute("DELETE FROM outbox.event WHERE seq = 1");
    stream = list(operator.ask("{'action': 'status'}"), "streams").getFirst();
    assertThat(stream).containsEntry("pending", 10_000).doesNotContainKey("pendingIsAtLeast");
  }

  @Test
  void gaugesAreThoseThatAlarmsStandOn() {
    database.append("orders", 4, 1);
    database.execute("UPDATE outbox.event SET status = 'DEAD' WHERE seq = 1");
    Map<String, Object> answer = operator.ask("{'action': 'measure'}");
    assertThat(answer)
        .containsEntry("Heartbeat", 1)
        .containsEntry("LeasedShards", 0)
        .containsEntry("BreakerOpen", 0)
        .containsEntry("CrashesDetected", 0);
    assertThat(list(answer, "streams").getFirst())
        .containsEntry("Pending", 3)
        .containsEntry("Dead", 1)
        .containsEntry("Failed", 0)
        .containsEntry("Blocked", 3)
        .containsKey("OldestPendingSeconds");
  }

  @Test
  void pausedStreamAndPausedDestinationWaitUntilTheyAreResumed() {
    database.append("orders", 4, 1);
    String pause = "{'action': 'pause', '%s': '%s', 'actor': 'ann', 'reason': 'repair'}";
    String resume = "{'action': 'resume', '%s': '%s', 'actor': 'bob'}";
    for (String[] subject :
        new String[][] {{"stream", "orders"}, {"destination", "fake:" + name}}) {
      Object[] words = subject;
      assertThat(operator.ask(pause.formatted(words))).containsEntry("changed", true);
      assertThat(operator.ask(pause.formatted(words))).containsEntry("changed", false);
      try (TestRelay relay = relay("DRAIN")) {
        assertThat(relay.run().published()).isZero();
      }
      assertThat(list(operator.ask("{'action': 'status'}"), "streams").getFirst())
          .containsEntry("paused", true);
      assertThat(operator.ask(resume.formatted(words))).containsEntry("changed", true);
      assertThat(operator.ask(resume.formatted(words))).containsEntry("changed", false);
    }
    try (TestRelay relay = relay("DRAIN")) {
      assertThat(relay.run().published()).isEqualTo(4);
    }
    assertThat(broker.delivered()).hasSize(4);
    assertThat(
            database.rows("SELECT action, actor, filter, affected FROM outbox.audit ORDER BY at"))
        .hasSize(8)
        .startsWith("pause|ann|{\"stream\" : \"orders\"}|1")
        .contains("resume|bob|{\"destination\" : \"fake:" + name + "\"}|1");
  }

  @Test
  void cleanDropsOldDaysWhileTheRelayPublishes() throws Exception {
    database.execute(
        """
        CREATE TABLE outbox.published_20200101 PARTITION OF outbox.published
          FOR VALUES FROM ('2020-01-01 00:00Z') TO ('2020-01-02 00:00Z');
        CREATE TABLE outbox.published_20200102 PARTITION OF outbox.published
          FOR VALUES FROM ('2020-01-02 00:00Z') TO ('2020-01-03 00:00Z');
        INSERT INTO outbox.inbox SELECT 'mail', gen_random_uuid(), now() - i * interval '1 day'
          FROM generate_series(0, 20) i
        """);
    database.append("orders", 20_000, 50);
    try (TestRelay relay = relay("LOOP")) {
      CompletableFuture<RelayReport> running =
          relay.start(new Invocation(null, false), Duration.ofSeconds(8));
      assertThat(operator.ask("{'action': 'clean', 'actor': 'schedule'}"))
          .containsEntry("ran", true)
          .containsEntry("done", true)
          .containsEntry("droppedPartitions", List.of("published_20200101", "published_20200102"))
          .containsEntry("forgottenInboxRows", 14);
      assertThat(running.get().published()).isEqualTo(20_000);
    }
    assertThat(database.count("outbox.inbox")).isEqualTo(7);
    assertThat(database.count("pg_inherits WHERE inhparent = 'outbox.published'::regclass"))
        .as("today and a week ahead")
        .isEqualTo(8);
    assertThat(database.count("outbox.audit WHERE action = 'clean'")).isEqualTo(1);
  }

  @Test
  void onlyOneCleansAtATime() {
    database.execute(
        "INSERT INTO outbox.runner VALUES ('clean', 'somebody', now() + interval '1 min')");
    String clean = "{'action': 'clean', 'actor': 'schedule'}";
    assertThat(operator.ask(clean)).containsEntry("ran", false);
    database.execute("UPDATE outbox.runner SET until = now() - interval '1 s'");
    assertThat(operator.ask(clean)).as("who died lost his turn").containsEntry("ran", true);
    assertThat(operator.ask(clean)).as("who ended gave it back").containsEntry("ran", true);
  }

  @Test
  void archiveInUseIsNotWaitedFor() throws SQLException {
    database.execute(
        "CREATE TABLE outbox.published_20200101 PARTITION OF outbox.published FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')");
    try (Connection reader = database.connect("outbox_relay");
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT count(*) FROM outbox.published");
      assertThat(operator.ask("{'action': 'clean', 'actor': 'schedule'}"))
          .containsEntry("done", false)
          .containsEntry("droppedPartitions", List.of());
    }
    assertThat(operator.ask("{'action': 'clean', 'actor': 'schedule'}"))
        .containsEntry("done", true)
        .containsEntry("droppedPartitions", List.of("published_20200101"));
  }
}
