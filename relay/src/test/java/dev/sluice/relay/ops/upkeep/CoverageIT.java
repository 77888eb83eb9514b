package dev.sluice.relay.ops.upkeep;

import static dev.sluice.relay.ops.upkeep.KeptDatabase.WEEK;
import static dev.sluice.relay.ops.upkeep.KeptDatabase.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Before its slot is emptied, an event is found that neither the ledger nor outbox.held has. */
final class CoverageIT {

  private static final String HELD = "SELECT seq || ' ' || status FROM outbox.held ORDER BY seq";

  private final KeptDatabase kept = new KeptDatabase();

  @AfterEach
  void drop() {
    kept.close();
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  private void run() {
    kept.drained.run("lane");
  }

  @Test
  void eventThatTheLedgerLostIsReportedAuditedHeldAndDelivered() {
    kept.append(kept.oldest, "s", 30);
    run();
    kept.loseFromLedger(7);
    Map<String, Object> answer = kept.clean();
    assertThat(answer)
        .containsEntry("done", true)
        .containsEntry("uncoveredEvents", 1L)
        .containsEntry("heldEvents", 1L);
    kept.assertEmptied(answer, 30);
    assertThat(kept.found).containsExactly(new Uncovered(kept.oldest, Map.of("s", 1L)));
    assertThat(
            kept.database.rows(
                """
                SELECT a.actor, a.affected, a.filter ->> 'slot', a.filter ->> 'streams', a.filter -> 'ids' ->> 0 = h.id::text, h.last_error_code
                FROM outbox.audit a, outbox.held h WHERE a.action = 'uncovered'
                """))
        .containsExactly("schedule|1|" + kept.oldest + "|[\"s\"]|t|UNCOVERED");
    run();
    assertThat(kept.delivered()).hasSize(31).endsWith(7L);
    assertThat(kept.database.rows(HELD)).isEmpty();
    assertThat(kept.clean()).as("once").containsEntry("uncoveredEvents", 0L);
  }

  @Test
  void eventsOfALostLedgerRowComeAgainInTheirOrder() {
    kept.append(kept.oldest, "s", 30);
    kept.append(kept.oldest, "t", 10);
    run();
    kept.database.execute("DELETE FROM outbox.delivery WHERE stream = 's'");
    assertThat(kept.clean()).containsEntry("uncoveredEvents", 30L);
    kept.drained.broker.answers(message -> new Delivered("again"));
    run();
    List<Long> again = kept.delivered().subList(40, 70);
    assertThat(again).containsExactlyInAnyOrderElementsOf(upTo(30));
    for (int key = 0; key < 3; key++) {
      int rest = key;
      assertThat(again.stream().filter(seq -> seq % 3 == rest)).isSorted();
    }
    assertThat(kept.database.rows(HELD)).isEmpty();
  }

  @Test
  void discardedAndDeadEventsAreCovered() {
    kept.append(kept.oldest, "s", 3);
    kept.database.execute(
        """
        INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts)
        VALUES (0, %1$d, 'main', 's', 'discarded', '{1}', ''), (1, %1$d, 'main', 's', 'd', '{2}', '');
        INSERT INTO outbox.held (subscription, seq, status, created_at, id, slot, shard, stream, event_type, partition_key, content_type, payload, held_at)
        SELECT 'main', seq, 'DEAD', created_at, id, slot, shard, stream, event_type, partition_key, content_type, payload, now() - interval '1 d'
        FROM outbox.event WHERE seq = 3
        """
            .formatted(kept.oldest));
    kept.assertEmptied(kept.clean(), 3);
    assertThat(kept.found).isEmpty();
    assertThat(kept.pauses).isEmpty();
  }

  @Test
  void moreThanOneRunMayHoldIsLeftToTheNext() {
    int events = CoverageSql.MOST + 5;
    kept.append(kept.oldest, "s", events);
    run();
    kept.database.execute("DELETE FROM outbox.delivery");
    Map<String, Object> answer = kept.clean();
    assertThat(answer)
        .containsEntry("done", false)
        .containsEntry("uncoveredEvents", (long) events)
        .containsEntry("heldEvents", (long) CoverageSql.MOST);
    assertThat(list(answer, "keptSlots").getFirst())
        .containsEntry("why", "events that are neither delivered nor held yet");
    assertThat(kept.database.rows("SELECT max(seq) FROM outbox.held"))
        .containsExactly(String.valueOf(CoverageSql.MOST));
    answer = kept.clean();
    assertThat(answer).containsEntry("uncoveredEvents", 5L).containsEntry("done", true);
    kept.assertEmptied(answer, events);
    assertThat(kept.count("outbox.held")).isEqualTo(events);
  }

  @Test
  void eventThatWasSettledAfterTheExaminationIsNotHeld() {
    kept.append(kept.oldest, "s", 5);
    kept.takeTurn();
    Examined before = kept.examined();
    assertThat(before.owed()).containsExactly(Map.entry("s", 5L));
    run();
    assertThat(kept.coverage.hold(before, before.missing(false), "ann", "invocation")).isZero();
    kept.loseFromLedger(2);
    Examined lost = kept.examined();
    assertThat(lost.missing()).containsExactly(new Examined.Missing("s", 2, true));
    kept.database.execute(
        "INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts) VALUES (1, %d, 'main', 's', 'd', '{2}', '')"
            .formatted(kept.oldest));
    assertThat(kept.coverage.hold(lost, lost.missing(true), "ann", "invocation")).isZero();
    assertThat(kept.database.rows(HELD)).isEmpty();
  }

  @Test
  void nothingIsHeldTwiceAndNothingByARunThatLostItsTurn() {
    kept.append(kept.oldest, "s", 5);
    Examined examined = kept.examined();
    List<Examined.Missing> owed = examined.missing(false);
    assertThat(kept.coverage.hold(examined, owed, "ann", "invocation")).isZero();
    kept.takeTurn();
    assertThat(kept.coverage.hold(examined, owed, "ann", "another")).isZero();
    assertThat(kept.coverage.hold(examined, owed, "ann", "invocation")).isEqualTo(5);
    assertThat(kept.coverage.hold(examined, owed, "ann", "invocation")).isZero();
    assertThat(kept.count("outbox.audit")).isEqualTo(1);
    kept.database.execute("UPDATE outbox.runner SET until = now(); DELETE FROM outbox.held");
    assertThat(kept.coverage.hold(examined, owed, "ann", "invocation")).isZero();
  }

  @Test
  void slotThatTakesTooLongToExamineIsLeftToTheNextRun() throws SQLException {
    kept.append(kept.oldest, "s", 5);
    AtomicBoolean late = new AtomicBoolean();
    Deadline deadline = new Deadline(() -> late.getAndSet(true) ? 2_000 : 3_500, millis -> {});
    try (Connection ddl = kept.database.connect("postgres");
        Statement lock = ddl.createStatement()) {
      ddl.setAutoCommit(false);
      lock.execute("LOCK TABLE outbox.held IN ACCESS EXCLUSIVE MODE");
      Map<String, Object> answer = kept.clean(WEEK, deadline);
      assertThat(answer).containsEntry("done", false);
      ddl.rollback();
    }
    assertThat(kept.clean()).containsEntry("done", true);
  }
}
