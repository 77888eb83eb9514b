package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every status of an event, every action, and what comes of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OutcomesIT {

  private static final String ID = "01a1ef97-3a0c-7b80-a2f9-f491688b7126";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final TestRelay relay =
      new TestRelay(
          database, Map.of("SLUICE_ROUTES", TestRelay.routeTo(name), "SLUICE_RETRY", "1h..1h"));
  private final Operator operator = new Operator(database, TestRelay.routeTo(name));

  @BeforeEach
  void empty() {
    database.execute(
        """
        TRUNCATE outbox.event, outbox.delivery, outbox.held, outbox.progress, outbox.audit, outbox.operation, outbox.state;
        UPDATE outbox.shard SET owner = NULL, token = NULL, leased_until = now()
        """);
  }

  @AfterAll
  void drop() {
    relay.close();
    operator.close();
    database.close();
  }

  /** A lane brings the event into this status, and an operator where a lane cannot. */
  private void put(String status) {
    if (status.equals("absent")) {
      return;
    }
    database.execute(
        "INSERT INTO outbox.event (id, stream, event_type, partition_key, payload) VALUES ('%s', 'orders', 'A', 'k', '{}')"
            .formatted(ID));
    if (!status.equals("PENDING")) {
      broker.answers(message -> answer(status, message));
      relay.run();
    }
    switch (status) {
      case "DISCARDED" -> {
        operator.ask(
            "{'action': 'discard', 'all': true, 'actor': 'eve', 'reason': 'r', 'confirm': true}");
        database.execute("TRUNCATE outbox.audit, outbox.operation");
      }
      case "WAITING" -> database.execute("UPDATE outbox.held SET status = 'WAITING'");
      default -> {}
    }
    assertThat(status()).as("the control").isEqualTo(status);
  }

  private static PublishOutcome answer(String status, OutboxMessage message) {
    return switch (status) {
      case "FAILED" -> new Retryable("BUSY", "this time");
      case "PUBLISHED" -> new Delivered("fake@" + message.seq());
      default -> new Rejected("BAD", "always");
    };
  }

  /** As people see it. */
  private String status() {
    return String.join("+", database.rows("SELECT status FROM outbox.events ORDER BY 1"));
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING,   redrive, 0, PENDING",
    "PENDING,   discard, 0, PENDING",
    "PENDING,   replay,  0, PENDING",
    "WAITING,   redrive, 0, WAITING",
    "WAITING,   discard, 0, WAITING",
    "WAITING,   replay,  0, WAITING",
    "FAILED,    redrive, 0, FAILED",
    "FAILED,    discard, 0, FAILED",
    "FAILED,    replay,  0, FAILED",
    "DEAD,      redrive, 1, WAITING",
    "DEAD,      discard, 1, DISCARDED",
    "DEAD,      replay,  0, DEAD",
    "PUBLISHED, redrive, 0, PUBLISHED",
    "PUBLISHED, discard, 0, PUBLISHED",
    "PUBLISHED, replay,  1, WAITING",
    "DISCARDED, redrive, 0, DISCARDED",
    "DISCARDED, discard, 0, DISCARDED",
    "DISCARDED, replay,  0, DISCARDED",
    "absent,    redrive, 0, ''",
    "absent,    discard, 0, ''",
    "absent,    replay,  0, ''"
  })
  void actionMovesOnlyWhatHasItsStatus(String before, String action, int affected, String after) {
    put(before);
    String request =
        "{'action': '%s', 'ids': '%s', 'actor': 'ann', 'reason': 'r'%s}"
            .formatted(action, ID, "%s");
    assertThat(operator.ask(request.formatted("")))
        .containsEntry("dryRun", true)
        .containsEntry("matched", affected);
    assertThat(status()).as("after a dry run").isEqualTo(before.equals("absent") ? "" : before);
    assertThat(operator.ask(request.formatted(", 'confirm': true")))
        .containsEntry("affected", affected)
        .containsEntry("done", true);
    assertThat(status()).isEqualTo(after);
    assertThat(database.one("SELECT action, actor, affected FROM outbox.audit"))
        .isEqualTo(action + "|ann|" + affected);
  }

  /** Around the event: a lane that holds its shard, a pause, or a dead one before it in its key. */
  private void surround(String circumstance) {
    switch (circumstance) {
      case "leased" ->
          database.execute(
              "UPDATE outbox.shard SET owner = 'lane', leased_until = now() + interval '1 h'");
      case "paused" ->
          database.execute(
              "INSERT INTO outbox.state (subscription, kind, name, paused_at, paused_by, pause_reason) VALUES ('main', 'stream', 'orders', now(), 'ann', 'r')");
      case "down" ->
          database.execute(
              "INSERT INTO outbox.state (subscription, kind, name, breaker_failures, breaker_open_until) VALUES ('main', 'destination', 'fake:%s', 3, now() + interval '1 h')"
                  .formatted(name));
      default -> {
        assertThat(circumstance).isEqualTo("blocked");
        database.execute(
            """
            INSERT INTO outbox.held (subscription, seq, status, created_at, id, slot, shard, stream, event_type, partition_key, content_type, payload)
            SELECT 'main', seq - 1, 'DEAD', created_at, gen_random_uuid(), slot, shard, stream, 'A', partition_key, content_type, '{}' FROM outbox.event
            """);
      }
    }
  }

  private String surroundings() {
    return String.join(
        "\n",
        database.rows(
            """
            SELECT owner, token, leased_until FROM outbox.shard
            UNION ALL (SELECT name, breaker_failures, coalesce(paused_at, breaker_open_until)
              FROM outbox.state WHERE paused_at IS NOT NULL OR breaker_open_until IS NOT NULL)
            ORDER BY 1, 2, 3
            """));
  }

  @ParameterizedTest
  @CsvSource({
    "leased,  DEAD,      redrive, 1, WAITING",
    "leased,  DEAD,      discard, 1, DISCARDED",
    "leased,  PENDING,   redrive, 0, PENDING",
    "leased,  PENDING,   discard, 0, PENDING",
    "leased,  FAILED,    discard, 0, FAILED",
    "leased,  PUBLISHED, replay,  1, WAITING",
    "paused,  DEAD,      redrive, 1, WAITING",
    "paused,  DEAD,      discard, 1, DISCARDED",
    "paused,  PENDING,   discard, 0, PENDING",
    "paused,  PUBLISHED, replay,  1, WAITING",
    "down,    DEAD,      redrive, 1, WAITING",
    "down,    DEAD,      discard, 1, DISCARDED",
    "down,    PENDING,   redrive, 0, PENDING",
    "down,    PUBLISHED, replay,  1, WAITING",
    "blocked, PENDING,   redrive, 0, DEAD+PENDING",
    "blocked, PENDING,   discard, 0, DEAD+PENDING",
    "blocked, PENDING,   replay,  0, DEAD+PENDING",
    "blocked, FAILED,    redrive, 0, DEAD+FAILED",
    "blocked, DEAD,      redrive, 1, DEAD+WAITING",
    "blocked, DEAD,      discard, 1, DEAD+DISCARDED"
  })
  void leasesPausesBreakersAndOtherDeadStayAsTheyAre(
      String circumstance, String before, String action, int affected, String after) {
    put(before);
    surround(circumstance);
    String around = surroundings();
    String request =
        "{'action': '%s', 'ids': '%s', 'actor': 'ann', 'reason': 'r', 'confirm': true}"
            .formatted(action, ID);
    assertThat(operator.ask(request)).containsEntry("affected", affected);
    assertThat(status()).isEqualTo(after);
    assertThat(surroundings()).isEqualTo(around);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PENDING", "WAITING", "FAILED", "DEAD", "PUBLISHED", "DISCARDED", "absent"})
  void lookingPausingAndCleaningChangeNoEvent(String before) {
    put(before);
    for (String request :
        new String[] {
          "{'action': 'status'}",
          "{'action': 'status', 'format': 'text'}",
          "{'action': 'measure'}",
          "{'action': 'preflight'}",
          "{'action': 'widget'}",
          "{'action': 'pause', 'stream': 'orders', 'actor': 'ann', 'reason': 'r'}",
          "{'action': 'resume', 'stream': 'orders', 'actor': 'ann'}",
          "{'action': 'clean', 'actor': 'ann'}"
        }) {
      operator.invoke(request);
      assertThat(status()).as(request).isEqualTo(before.equals("absent") ? "" : before);
    }
  }
}
