package dev.sluice.relay.ops.upkeep;

import static dev.sluice.relay.ops.upkeep.KeptDatabase.WEEK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.lane.LogLostException;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A slot is emptied when its time is over, and never with an event that is not accounted for. */
final class RingIT {

  /** By hand: a lane looks for late commits in the slots since the oldest open transaction only. */
  private static final String DELIVERED =
      """
      INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts)
      SELECT 1, slot, 'main', stream, 'd', array_agg(seq), '' FROM outbox.event WHERE stream = '%s' GROUP BY slot, stream
      """;

  private final KeptDatabase kept = new KeptDatabase();

  @AfterEach
  void drop() {
    kept.close();
  }

  private List<Integer> over(Duration keep) {
    return kept.ring.over(keep).stream().map(RingSql.Slot::number).toList();
  }

  private void deliver() {
    kept.drained.run("lane");
  }

  @Test
  void slotIsOverWhenItsTimeIsPastByMoreThanTheRetention() {
    int recent = kept.slot("WHERE ends_at > now() - interval '7 d' ORDER BY ends_at LIMIT 1");
    int current = kept.slot("ORDER BY ends_at DESC LIMIT 1");
    for (int slot : new int[] {kept.oldest, recent, current}) {
      kept.append(slot, "s", 1);
    }
    assertThat(over(WEEK)).containsExactly(kept.oldest);
    assertThat(over(Duration.ZERO)).containsExactly(kept.oldest, recent);
    assertThat(over(Duration.ofDays(30))).isEmpty();
  }

  @Test
  void emptySlotsAreNotLookedAt() {
    assertThat(over(Duration.ZERO)).isEmpty();
  }

  @Test
  void deliveredEventsAreAccountedFor() {
    kept.append(kept.oldest, "s", 30);
    kept.append(kept.oldest, "t", 12);
    deliver();
    Examined examined = kept.examined();
    assertThat(examined.events()).isEqualTo(42);
    assertThat(examined.accounted()).isTrue();
    assertThat(kept.ring.empty(examined, "ann")).isTrue();
    assertThat(kept.count("outbox.event")).isZero();
    assertThat(kept.count("outbox.delivery")).isZero();
    assertThat(
            kept.database.rows(
                "SELECT concat_ws('|', action, actor, affected, filter ->> 'slot') FROM outbox.audit"))
        .containsExactly("clean|ann|42|" + kept.oldest);
    assertThat(over(WEEK)).isEmpty();
  }

  @Test
  void heldEventsAreAccountedForAndSurvive() {
    kept.append(kept.oldest, "s", 9);
    kept.drained.broker.answers(
        message -> message.key().equals("k1") ? new Rejected("BAD", "always") : new Delivered("-"));
    deliver();
    assertThat(kept.ring.empty(kept.examined(), "ann")).isTrue();
    assertThat(kept.count("outbox.held WHERE status = 'DEAD'")).isEqualTo(3);
    kept.drained.broker.answers(message -> new Delivered("-"));
    kept.database.execute(
        "UPDATE outbox.held SET status = 'WAITING', retry_count = 0; INSERT INTO outbox.state (subscription, kind, name, changes) VALUES ('main', 'held', 'x', 1)");
    kept.drained.runUntilSettled();
    assertThat(kept.drained.broker.delivered()).hasSize(9);
  }

  @Test
  void oneEventThatNobodyDeliveredKeepsTheSlot() {
    kept.append(kept.oldest, "s", 100);
    kept.append(kept.oldest, "owed", 3);
    kept.database.execute(
        "INSERT INTO outbox.state (subscription, kind, name, paused_at) VALUES ('main', 'stream', 'owed', now())");
    deliver();
    Examined examined = kept.examined();
    assertThat(examined.owed()).containsExactly(Map.entry("owed", 3L));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> kept.ring.empty(examined, "ann"));
    assertThat(kept.count("outbox.event")).isEqualTo(103);
  }

  /** Numbers count, not how many: the ledger of the slot may have others, and one event twice. */
  @Test
  void otherNumbersInTheLedgerAccountForNothing() {
    kept.append(kept.oldest, "s", 4);
    kept.database.execute(
        """
        INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts)
        VALUES (1, %1$d, 'main', 's', 'fake:x', '{1,2,3,3,77}', ''), (1, %1$d, 'other', 's', 'fake:x', '{4}', '')
        """
            .formatted(kept.oldest));
    assertThat(kept.examined().streams()).containsExactly(Map.entry("s", 1L));
  }

  @Test
  void eventThatCommitsAfterTheSlotWasExaminedKeepsIt() throws SQLException {
    kept.append(kept.oldest, "s", 5);
    deliver();
    try (Connection writer = kept.database.connect("postgres");
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute(KeptDatabase.insert(kept.oldest, "late", 1));
      Examined before = kept.examined();
      assertThat(before.accounted()).isTrue();
      assertThatExceptionOfType(LogLostException.class)
          .as("not while it is open")
          .isThrownBy(() -> kept.ring.empty(before, "ann"));
      writer.commit();
      assertThat(kept.ring.empty(before, "ann")).isFalse();
    }
    assertThat(kept.count("outbox.event")).isEqualTo(6);
    assertThat(kept.examined().streams()).containsExactly(Map.entry("late", 1L));
    kept.database.execute(DELIVERED.formatted("late"));
    assertThat(kept.ring.empty(kept.examined(), "ann")).isTrue();
  }

  @Test
  void eventOfATransactionThatBeganLaterKeepsTheSlot() {
    kept.append(kept.oldest, "s", 5);
    deliver();
    Examined before = kept.examined();
    kept.append(kept.oldest, "s", 1);
    assertThat(kept.ring.empty(before, "ann")).isFalse();
    assertThat(kept.count("outbox.event")).isEqualTo(6);
  }

  @Test
  void slotWhoseTurnCameMeanwhileIsKept() {
    kept.append(kept.oldest, "s", 5);
    deliver();
    Examined before = kept.examined();
    RingSql.Slot earlier =
        new RingSql.Slot(before.slot().number(), before.slot().endedAt().minusDays(9), true);
    Examined old =
        new Examined(
            "main",
            earlier,
            5,
            Map.of(),
            Map.of(),
            List.of(),
            before.snapshot(),
            before.time(),
            before.held());
    assertThat(kept.ring.empty(old, "ann")).isFalse();
    assertThat(kept.ring.empty(before, "ann")).isTrue();
  }

  /** Readers of the whole log must not wait behind a lock that waits. */
  @Test
  void slotInUseIsNotWaitedFor() throws SQLException {
    kept.append(kept.oldest, "s", 5);
    deliver();
    Examined examined = kept.examined();
    try (Connection reader = kept.database.connect("outbox_relay");
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT count(*) FROM outbox.event");
      assertThatExceptionOfType(LogLostException.class)
          .isThrownBy(() -> kept.ring.empty(examined, "ann"));
      reader.rollback(); // a connection that is closed keeps its locks until the server has noticed
    }
    assertThat(kept.ring.empty(examined, "ann")).isTrue();
  }
}
