package dev.sluice.lambda;

import static dev.sluice.lambda.Operator.list;
import static dev.sluice.lambda.Operator.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.ListedLetters;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dead events are owed again. */
final class RedriveIT {

  private static final String KILL =
      "UPDATE outbox.event SET status = 'DEAD', retry_count = 5, last_attempt_at = now(),"
          + " last_error_code = 'REFUSED', last_error = 'no room for order ' || seq WHERE ";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final ListedLetters letters = new ListedLetters();
  private final Operator operator =
      new Operator(Operator.environment(database, Operator.blocking(name)), letters);

  @AfterEach
  void drop() {
    operator.close();
    database.close();
  }

  private TestRelay relay() {
    return new TestRelay(
        database, Map.of("SLUICE_ROUTES", Operator.blocking(name), "SLUICE_MODE", "DRAIN"));
  }

  private void assertOrderPerKey() {
    Map<String, Long> last = new HashMap<>();
    for (OutboxMessage message : broker.delivered()) {
      Long before = last.put(message.stream() + "/" + message.key(), message.seq());
      assertThat(before == null || before < message.seq())
          .as("%s after seq %s", message, before)
          .isTrue();
    }
  }

  @Test
  void withoutConfirmationItTellsWhatItWouldDoAndDoesNothing() {
    database.append("orders", 10, 2);
    database.execute(KILL + "seq IN (3, 5)");
    Map<String, Object> answer = operator.ask("{'action': 'redrive', 'stream': 'orders'}");
    assertThat(answer)
        .containsEntry("dryRun", true)
        .containsEntry("matched", 2)
        .containsEntry("matchedIsAtLeast", false)
        .containsEntry("keys", 1)
        .doesNotContainKey("operation");
    assertThat(map(answer, "order"))
        .containsEntry("keysWithLaterDelivered", 0)
        .containsEntry("keysWithLaterWaiting", 1);
    assertThat(list(answer, "samples")).extracting("seq").containsExactly(3, 5);
    assertThat(list(answer, "groups"))
        .singleElement()
        .satisfies(
            group ->
                assertThat(group)
                    .containsEntry("count", 2)
                    .containsEntry("reason", "no room for order ?"));
    assertThat(answer.toString()).doesNotContain("payload").doesNotContain("{n=");
    assertThat(database.count("outbox.event WHERE status = 'DEAD'")).isEqualTo(2);
    assertThat(database.count("outbox.audit")).isZero();
  }

  @Test
  void confirmedItIsDoneAndAuditedAndTakenOffTheDeadLetterQueue() {
    database.append("orders", 10, 2);
    database.execute(KILL + "seq IN (3, 5)");
    letters.fill(database);
    Map<String, Object> answer =
        operator.ask(
            "{'action': 'redrive', 'stream': 'orders', 'confirm': true, 'actor': 'ann', 'reason': 'mended'}");
    assertThat(answer)
        .containsEntry("done", true)
        .containsEntry("affected", 2)
        .containsEntry("takenOffDeadLetterQueue", 2);
    assertThat(letters.copies()).isEmpty();
    assertThat(database.count("outbox.event WHERE status = 'PENDING' AND retry_count = 0"))
        .isEqualTo(10);
    assertThat(
            database.one(
                "SELECT action, actor, filter, affected, reason, operation IS NOT NULL FROM outbox.audit"))
        .isEqualTo("redrive|ann|{\"stream\":\"orders\"}|2|mended|t");
    try (TestRelay relay = relay()) {
      assertThat(relay.run().published()).isEqualTo(10);
    }
    assertOrderPerKey();
  }

  @Test
  void groupPicksFailuresOfOneCause() {
    database.append("orders", 6, 6);
    database.execute(KILL + "seq <= 4");
    database.execute("UPDATE outbox.event SET last_error = 'quite another' WHERE seq = 4");
    Map<String, Object> dry = operator.ask("{'action': 'redrive', 'all': true}");
    String group = String.valueOf(list(dry, "groups").getFirst().get("group"));
    Map<String, Object> answer =
        operator.ask(
            "{'action': 'redrive', 'group': '" + group + "', 'confirm': true, 'actor': 'ann'}");
    assertThat(answer).containsEntry("affected", 3);
    assertThat(database.rows("SELECT seq FROM outbox.event WHERE status = 'DEAD'"))
        .containsExactly("4");
  }

  /**
   * The process is killed after the third chunk: its connection is cut in the middle of the fourth.
   */
  @Test
  void killedRedriveIsResumedWhereItStopped() {
    database.append("orders", 8_000, 50);
    database.execute(KILL + "true");
    letters.fill(database);
    String operation;
    try (Operator killed = new Operator(Operator.environment(database, Operator.blocking(name)))) {
      AtomicInteger asked = new AtomicInteger();
      InvocationContext context =
          new InvocationContext(
              () -> {
                if (asked.incrementAndGet() == 4) {
                  throw new IllegalStateException("killed");
                }
                return 30_000;
              },
              null);
      assertThatThrownBy(
              () ->
                  killed.ask(
                      "{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'ann'}",
                      context))
          .hasMessage("killed");
    }
    operation = database.one("SELECT id FROM outbox.operation WHERE finished_at IS NULL");
    assertThat(database.count("outbox.event WHERE status = 'DEAD'")).isEqualTo(5_000);
    assertThat(database.one("SELECT affected FROM outbox.audit")).isEqualTo("3000");

    String go = "{'action': 'redrive', 'operation': '" + operation + "', 'actor': 'bob'}";
    Map<String, Object> answer = operator.ask(go);
    assertThat(answer).containsEntry("affected", 8_000).containsEntry("done", true);
    assertThat(letters.copies()).as("also of what the killed one had moved").isEmpty();
    assertThat(database.count("outbox.event WHERE status = 'DEAD'")).isZero();
    assertThat(database.one("SELECT affected FROM outbox.audit")).isEqualTo("8000");
    assertThat(operator.ask(go)).as("again").containsEntry("affected", 8_000);
  }

  @Test
  void timeThatIsNearlyUpEndsItWithTheWayToGoOn() {
    database.append("orders", 3_000, 50);
    database.execute(KILL + "true");
    AtomicInteger asked = new AtomicInteger();
    InvocationContext context =
        new InvocationContext(() -> asked.incrementAndGet() > 1 ? 1_000 : 30_000, null);
    Map<String, Object> answer =
        operator.ask("{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'a'}", context);
    assertThat(answer).containsEntry("affected", 1_000).containsEntry("done", false);
    String next = String.valueOf(answer.get("next"));
    assertThat(operator.ask(next.replace("}", ",\"actor\":\"a\"}")))
        .containsEntry("affected", 3_000)
        .containsEntry("done", true);
  }

  @Test
  void noMoreThanSoManyAMinute() {
    database.append("orders", 30, 3);
    database.execute(KILL + "true");
    Map<String, Object> answer =
        operator.ask(
            "{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'a', 'perMinute': 10}");
    assertThat(answer).containsEntry("affected", 10).containsEntry("done", false);
    assertThat((Integer) answer.get("continueInSeconds")).isBetween(50, 60);
    String go =
        "{'action': 'redrive', 'actor': 'a', 'operation': '" + answer.get("operation") + "'}";
    assertThat(operator.ask(go)).as("too soon").containsEntry("affected", 10);
    database.execute("UPDATE outbox.operation SET minute_began = now() - interval '1 min'");
    assertThat(operator.ask(go)).as("a minute later").containsEntry("affected", 20);
    assertThat(database.rows("SELECT seq FROM outbox.event WHERE status = 'DEAD'"))
        .as("in order")
        .hasSize(10)
        .contains("21", "30");
  }

  @Test
  void operationOfANewerReleaseIsRefused() {
    database.append("orders", 3, 3);
    database.execute(KILL + "true");
    database.execute(
        """
        INSERT INTO outbox.operation (id, action, actor, filter, until_seq)
        VALUES ('01a1ef97-3a0c-7b80-a2f9-000000000001', 'redrive', 'ann', '{"stream":"orders","region":"eu"}', 3)
        """);
    assertThatThrownBy(
            () ->
                operator.ask(
                    "{'action': 'redrive', 'operation': '01a1ef97-3a0c-7b80-a2f9-000000000001', 'actor': 'a'}"))
        .hasMessageContaining("the stored filter was refused:\n  - 'region' is unknown");
    assertThat(database.count("outbox.event WHERE status = 'DEAD'")).isEqualTo(3);
  }

  @Test
  void suspicionIsTakenBack() {
    database.append("orders", 1, 1);
    database.execute(KILL + "true");
    database.execute(
        "UPDATE outbox.shard SET suspect = (SELECT id FROM outbox.event), suspect_crashes = 2 WHERE shard = 1");
    operator.ask("{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'a'}");
    assertThat(database.count("outbox.shard WHERE suspect IS NOT NULL")).isZero();
  }
}
