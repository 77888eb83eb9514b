package dev.sluice.relay.ops.move;

import static dev.sluice.relay.ops.move.MovedOutbox.list;
import static dev.sluice.relay.ops.move.MovedOutbox.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dead events are owed again. */
final class RedriveIT {

  private static final String CONFIRMED = ", 'confirm': true, 'actor': 'ann'}";

  private final MovedOutbox outbox = new MovedOutbox();

  @AfterEach
  void drop() {
    outbox.close();
  }

  private List<String> held(String column) {
    return outbox.rows("SELECT " + column + " FROM outbox.held ORDER BY seq");
  }

  @Test
  void withoutConfirmationItSaysWhatItWouldDoAndDoesNothing() {
    outbox.append("orders", 10, 2);
    outbox.kill(m -> m.seq() == 3 || m.seq() == 5);
    Map<String, Object> answer = outbox.ask("{'action': 'redrive', 'stream': 'orders'}");
    assertThat(answer)
        .containsEntry("dryRun", true)
        .containsEntry("matched", 2)
        .containsEntry("matchedIsAtLeast", false)
        .containsEntry("keys", 1)
        .doesNotContainKey("operation");
    assertThat(list(answer, "samples")).extracting("seq").containsExactly(3, 5);
    assertThat(list(answer, "groups"))
        .singleElement()
        .satisfies(
            group ->
                assertThat(group)
                    .containsEntry("count", 2)
                    .containsEntry("code", "REFUSED")
                    .containsEntry("reason", "no room for order ?"));
    assertThat(answer.toString()).doesNotContain("payload").doesNotContain("{n=");
    assertThat(held("status")).containsExactly("DEAD", "DEAD");
    assertThat(outbox.count("outbox.audit")).isZero();
  }

  @Test
  void laterEventsOfTheKeysAreReportedAsDeliveredOrWaiting() {
    outbox.append("orders", 6, 6);
    outbox.append("orders", 1, 6); // key-1, after the first one of it
    outbox.kill(m -> m.seq() <= 4);
    Map<String, Object> order = map(outbox.ask("{'action': 'redrive', 'all': true}"), "order");
    assertThat(order)
        .containsEntry("keysWithLaterDelivered", 1)
        .containsEntry("keysWithLaterWaiting", 0)
        .containsEntry("keysWithLaterWaitingIsAtLeast", false);
    outbox.database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, partition_key, payload)
        VALUES ('orders', 'T', 'key-2', '{}'), ('orders', 'T', 'key-3', '{}')
        """);
    outbox.broker.answers(
        m -> m.key().equals("key-3") ? new Retryable("BUSY", "-") : new Delivered("-"));
    order = map(outbox.ask("{'action': 'redrive', 'all': true}"), "order");
    assertThat(order)
        .as("not read yet")
        .containsEntry("keysWithLaterDelivered", 1)
        .containsEntry("keysWithLaterWaiting", 2);
    outbox.drain();
    order = map(outbox.ask("{'action': 'redrive', 'all': true}"), "order");
    assertThat(order)
        .as("one delivered, one failed")
        .containsEntry("keysWithLaterDelivered", 2)
        .containsEntry("keysWithLaterWaiting", 1);
  }

  @Test
  void confirmedItIsDoneAndAuditedAndTakenOffTheDeadLetterQueue() {
    outbox.append("orders", 10, 2);
    outbox.kill(m -> m.seq() == 3 || m.seq() == 5);
    outbox.copyTheDead();
    Map<String, Object> answer =
        outbox.ask("{'action': 'redrive', 'stream': 'orders', 'reason': 'repaired'" + CONFIRMED);
    assertThat(answer)
        .containsEntry("done", true)
        .containsEntry("affected", 2)
        .containsEntry("takenOffDeadLetterQueue", 2);
    assertThat(outbox.letters.copies()).isEmpty();
    assertThat(held("status || retry_count")).containsExactly("WAITING0", "WAITING0");
    assertThat(
            outbox.one(
                "SELECT concat_ws('|', action, actor, filter, affected, reason, operation IS NOT NULL) FROM outbox.audit"))
        .isEqualTo("redrive|ann|{\"stream\":\"orders\"}|2|repaired|t");
    assertThat(outbox.drain().published()).isEqualTo(2);
    assertThat(outbox.delivered("orders", "key-1")).containsExactly(1L, 7L, 9L, 3L, 5L);
    assertThat(held("seq")).isEmpty();
    outbox.assertAccounted();
  }

  @Test
  void deadAndWaitingEventsOfAKeyComeInTheirOrder() {
    outbox.append("orders", 1, 1);
    outbox.append("orders", 4, 1);
    outbox.kill(m -> m.seq() <= 2 || m.seq() == 4);
    assertThat(outbox.delivered("orders", "key-0")).isEqualTo(List.of(3L, 5L));
    outbox.append("orders", 2, 1);
    outbox.broker.answers(m -> new Retryable("BUSY", "-"));
    outbox.drain();
    assertThat(held("seq || status"))
        .containsExactly("1DEAD", "2DEAD", "4DEAD", "6FAILED", "7WAITING");
    outbox.broker.answers(m -> new Delivered("-"));
    outbox.ask("{'action': 'redrive', 'all': true" + CONFIRMED);
    outbox.database.execute("UPDATE outbox.held SET next_retry_at = now() WHERE status = 'FAILED'");
    outbox.drain();
    assertThat(outbox.delivered("orders", "key-0")).containsExactly(3L, 5L, 1L, 2L, 4L, 6L, 7L);
  }

  @Test
  void attemptsBeginAnewAndTheEventKeepsItsOwnLimitAndItsAge() {
    outbox.database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, partition_key, payload, max_attempts, created_at)
        VALUES ('orders', 'T', 'k', '{}', 1, '2026-11-18 03:00:00Z')
        """);
    outbox.broker.answers(m -> new Retryable("BUSY", "-"));
    outbox.drain();
    String state =
        "SELECT status || retry_count || max_attempts || (redriven_at IS NOT NULL) FROM outbox.held";
    assertThat(outbox.one(state)).isEqualTo("DEAD11false");
    outbox.ask("{'action': 'redrive', 'all': true" + CONFIRMED);
    assertThat(outbox.one(state)).isEqualTo("WAITING01true");
    assertThat(outbox.one("SELECT last_error_code FROM outbox.held")).isEqualTo("BUSY");
    outbox.drain();
    assertThat(outbox.one(state)).as("its own limit").isEqualTo("DEAD11true");
    outbox.broker.answers(m -> new Delivered("-"));
    outbox.ask("{'action': 'redrive', 'all': true" + CONFIRMED);
    outbox.drain();
    assertThat(outbox.broker.delivered())
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.attempt()).isEqualTo(1);
              assertThat(message.createdAt()).hasToString("2026-11-18T03:00:00Z");
            });
  }

  @Test
  void groupPicksFailuresOfOneCause() {
    outbox.append("orders", 6, 6);
    outbox.kill(m -> m.seq() <= 4);
    outbox.database.execute("UPDATE outbox.held SET last_error = 'quite another' WHERE seq = 4");
    Map<String, Object> dry = outbox.ask("{'action': 'redrive', 'all': true}");
    String group = String.valueOf(list(dry, "groups").getFirst().get("group"));
    assertThat(outbox.ask("{'action': 'redrive', 'group': '" + group + "'" + CONFIRMED))
        .containsEntry("affected", 3);
    assertThat(outbox.rows("SELECT seq FROM outbox.held WHERE status = 'DEAD'"))
        .containsExactly("4");
  }

  @Test
  void idsTypesKeysStreamsAndTimesChoose() {
    outbox.append("orders", 10, 5);
    outbox.append("other", 2, 1);
    outbox.kill(m -> true);
    String id = outbox.one("SELECT id FROM outbox.event WHERE seq = 7");
    Map<String, Integer> expected =
        Map.of(
            "'ids': ['" + id + "']",
            1,
            "'key': 'key-2', 'type': 'Counted', 'ids': '" + id + "'",
            1,
            "'key': 'key-2'",
            2,
            "'type': 'Other'",
            0,
            "'stream': 'orders'",
            10,
            "'from': '2020-01-01T00:00:00Z'",
            12,
            "'to': '2020-01-01T00:00:00Z'",
            0);
    expected.forEach(
        (filter, matched) ->
            assertThat(outbox.ask("{'action': 'redrive', " + filter + "}"))
                .as(filter)
                .containsEntry("matched", matched));
    assertThat(outbox.ask("{'action': 'redrive', 'ids': '" + id + "'" + CONFIRMED))
        .containsEntry("affected", 1);
    assertThat(outbox.rows("SELECT seq FROM outbox.held WHERE status = 'WAITING'"))
        .containsExactly("7");
  }

  @Test
  void suspicionIsTakenBack() {
    outbox.append("orders", 2, 2);
    outbox.kill(m -> true);
    outbox.database.execute(
        """
        UPDATE outbox.shard SET suspects = '{1}', condemned = '{1, 99}', suspect_crashes = 2 WHERE shard = 1;
        UPDATE outbox.shard SET suspects = '{98}', suspect_crashes = 1 WHERE shard = 2
        """);
    outbox.ask("{'action': 'redrive', 'all': true" + CONFIRMED);
    assertThat(outbox.rows("SELECT unnest(suspects || condemned) FROM outbox.shard ORDER BY 1"))
        .as("of others stays")
        .containsExactly("98", "99");
    assertThat(outbox.rows("SELECT sum(suspect_crashes) FROM outbox.shard")).containsExactly("1");
  }

  @Test
  void deadEventWhoseSlotWasEmptiedIsRedrivenToo() {
    outbox.append("orders", 1, 1);
    outbox.kill(m -> true);
    outbox.database.execute("TRUNCATE outbox.event; TRUNCATE outbox.delivery");
    outbox.ask("{'action': 'redrive', 'all': true" + CONFIRMED);
    outbox.drain();
    assertThat(outbox.broker.delivered())
        .singleElement()
        .extracting(message -> new String(message.payload(), StandardCharsets.UTF_8))
        .isEqualTo("{\"n\" : 1}");
  }
}
