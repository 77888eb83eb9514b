package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Client;
import com.amazonaws.services.lambda.runtime.ClientContext;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every state, every action, and what comes of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OutcomesIT {

  private static final String ID = "01a1ef97-3a0c-7b80-a2f9-f491688b7126";

  private final TestDatabase database = new TestDatabase();
  private final Operator operator = new Operator(database, TestRelay.routeTo("outcomes"));

  @BeforeEach
  void empty() {
    database.execute(
        """
        TRUNCATE outbox.event, outbox.published, outbox.audit, outbox.operation, outbox.stream_state;
        UPDATE outbox.shard SET owner = NULL, token = NULL, leased_until = now()
        """);
  }

  @AfterAll
  void drop() {
    operator.close();
    database.close();
  }

  private void put(String state) {
    String owed =
        "INSERT INTO outbox.event (id, stream, event_type, payload, status, next_retry_at) VALUES ('%s', 'orders', 'A', '{}', '%s', %s)";
    String done =
        "INSERT INTO outbox.published (seq, created_at, id, retry_count, shard, status, stream, event_type, partition_key, content_type, payload) VALUES (0 + nextval('outbox.event_seq_seq'), now(), '%s', 0, 0, '%s', 'orders', 'A', 'k', 'application/json', '{}')";
    switch (state) {
      case "PENDING", "DEAD" -> database.execute(owed.formatted(ID, state, "NULL"));
      case "FAILED" -> database.execute(owed.formatted(ID, state, "now() + interval '1 h'"));
      case "PUBLISHED", "DISCARDED" -> database.execute(done.formatted(ID, state));
      default -> assertThat(state).isEqualTo("absent");
    }
  }

  private String state() {
    return String.join(
        "+",
        database.rows(
            "SELECT status FROM outbox.event UNION ALL SELECT status FROM outbox.published ORDER BY 1"));
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING,   redrive, 0, PENDING",
    "PENDING,   discard, 0, PENDING",
    "PENDING,   replay,  0, PENDING",
    "FAILED,    redrive, 0, FAILED",
    "FAILED,    discard, 0, FAILED",
    "FAILED,    replay,  0, FAILED",
    "DEAD,      redrive, 1, PENDING",
    "DEAD,      discard, 1, DISCARDED",
    "DEAD,      replay,  0, DEAD",
    "PUBLISHED, redrive, 0, PUBLISHED",
    "PUBLISHED, discard, 0, PUBLISHED",
    "PUBLISHED, replay,  1, PENDING+PUBLISHED",
    "DISCARDED, redrive, 0, DISCARDED",
    "DISCARDED, discard, 0, DISCARDED",
    "DISCARDED, replay,  0, DISCARDED",
    "absent,    redrive, 0, ''",
    "absent,    discard, 0, ''",
    "absent,    replay,  0, ''"
  })
  void actionMovesOnlyWhatIsInItsState(String before, String action, int affected, String after) {
    put(before);
    String request =
        "{'action': '%s', 'ids': '%s', 'actor': 'ann', 'reason': 'r'%s}"
            .formatted(action, ID, "%s");
    assertThat(operator.ask(request.formatted("")))
        .containsEntry("dryRun", true)
        .containsEntry("matched", affected);
    assertThat(state()).as("after a dry run").isEqualTo(before.equals("absent") ? "" : before);
    assertThat(operator.ask(request.formatted(", 'confirm': true")))
        .containsEntry("affected", affected)
        .containsEntry("done", true);
    assertThat(state()).isEqualTo(after);
    assertThat(database.one("SELECT action, actor, affected FROM outbox.audit"))
        .isEqualTo(action + "|ann|" + affected);
  }

  /** Around the event: a lane that holds its shard, a pause, or a dead one before it in its key. */
  private void surround(String circumstance) {
    switch (circumstance) {
      case "leased" ->
          database.execute(
              "UPDATE outbox.shard SET owner = 'lane', token = 7, leased_until = now() + interval '1 h'");
      case "paused" ->
          database.execute(
              "INSERT INTO outbox.stream_state (kind, name, paused_at, paused_by, pause_reason) VALUES ('stream', 'orders', now(), 'ann', 'r')");
      case "down" ->
          database.execute(
              "INSERT INTO outbox.stream_state (kind, name, breaker_failures, breaker_open_until) VALUES ('destination', 'fake:outcomes', 3, now() + interval '1 h')");
      default -> {
        assertThat(circumstance).isEqualTo("blocked");
        database.execute(
            "UPDATE outbox.event SET partition_key = 'k'; INSERT INTO outbox.event (seq, stream, event_type, partition_key, payload, status) OVERRIDING SYSTEM VALUE SELECT seq - 1, stream, 'A', 'k', '{}', 'DEAD' FROM outbox.event");
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
              FROM outbox.stream_state WHERE paused_at IS NOT NULL OR breaker_open_until IS NOT NULL)
            ORDER BY 1, 2, 3
            """));
  }

  @ParameterizedTest
  @CsvSource({
    "leased,  DEAD,    redrive, 1, PENDING",
    "leased,  DEAD,    discard, 1, DISCARDED",
    "leased,  PENDING, redrive, 0, PENDING",
    "leased,  PENDING, discard, 0, PENDING",
    "leased,  FAILED,  discard, 0, FAILED",
    "paused,  DEAD,    redrive, 1, PENDING",
    "paused,  DEAD,    discard, 1, DISCARDED",
    "paused,  PENDING, discard, 0, PENDING",
    "down,    DEAD,    redrive, 1, PENDING",
    "down,    DEAD,    discard, 1, DISCARDED",
    "down,    PENDING, redrive, 0, PENDING",
    "blocked, PENDING, redrive, 0, DEAD+PENDING",
    "blocked, PENDING, discard, 0, DEAD+PENDING",
    "blocked, PENDING, replay,  0, DEAD+PENDING",
    "blocked, FAILED,  redrive, 0, DEAD+FAILED",
    "blocked, DEAD,    redrive, 1, DEAD+PENDING",
    "blocked, DEAD,    discard, 1, DEAD+DISCARDED"
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
    assertThat(state()).isEqualTo(after);
    assertThat(surroundings()).isEqualTo(around);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PENDING", "FAILED", "DEAD", "PUBLISHED", "DISCARDED", "absent"})
  void lookingAndPausingChangeNoEvent(String before) {
    put(before);
    for (String request :
        new String[] {
          "{'action': 'status'}",
          "{'action': 'status', 'format': 'text'}",
          "{'action': 'measure'}",
          "{'action': 'preflight'}",
          "{'action': 'pause', 'stream': 'orders', 'actor': 'ann', 'reason': 'r'}",
          "{'action': 'resume', 'stream': 'orders', 'actor': 'ann'}",
          "{'action': 'clean', 'actor': 'ann'}"
        }) {
      operator.ask(request);
      assertThat(state()).as(request).isEqualTo(before.equals("absent") ? "" : before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'action': 'redrive', 'all': true, 'confirm': true}",
        "{'action': 'discard', 'all': true, 'confirm': true, 'reason': 'r'}",
        "{'action': 'replay', 'all': true, 'confirm': true}",
        "{'action': 'pause', 'stream': 'orders', 'reason': 'r'}",
        "{'action': 'resume', 'stream': 'orders'}",
        "{'action': 'clean'}",
        "{'action': 'redrive', 'operation': '01a1ef97-3a0c-7b80-a2f9-f491688b7126'}"
      })
  void nobodyChangesNothing(String request) {
    put("DEAD");
    assertThatThrownBy(() -> operator.ask(request)).hasMessageContaining("'actor' is missing");
    assertThat(state()).isEqualTo("DEAD");
    assertThat(database.count("outbox.audit")).isZero();
  }

  @Test
  void actorIsWhomTheClientNamesAndThenWhomTheRequestDoes() {
    put("DEAD");
    ClientContext client =
        new ClientContext() {
          @Override
          public @Nullable Client getClient() {
            return null;
          }

          @Override
          public Map<String, String> getCustom() {
            return Map.of("actor", "console");
          }

          @Override
          public Map<String, String> getEnvironment() {
            return Map.of();
          }
        };
    operator.ask(
        "{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'ann'}",
        new InvocationContext(() -> 30_000, client));
    assertThat(database.one("SELECT actor FROM outbox.audit")).isEqualTo("console, for ann");
  }

  @Test
  void operationThatIsUnknownOrAnotherIsRefused() {
    String unknown =
        "{'action': 'redrive', 'actor': 'ann', 'operation': '" + UUID.randomUUID() + "'}";
    assertThatThrownBy(() -> operator.ask(unknown)).hasMessageContaining("is unknown");
    Object operation =
        operator
            .ask("{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'ann'}")
            .get("operation");
    String other = "{'action': 'discard', 'actor': 'ann', 'operation': '" + operation + "'}";
    assertThatThrownBy(() -> operator.ask(other)).hasMessageContaining("is a redrive");
  }

  @Test
  void eventThatIsNoJsonIsRefused() {
    assertThatThrownBy(() -> operator.ask("status"))
        .hasMessageContaining("send {\"action\": \"status\"}");
  }
}
