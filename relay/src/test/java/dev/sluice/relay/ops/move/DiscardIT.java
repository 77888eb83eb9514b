package dev.sluice.relay.ops.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.relay.ops.request.RefusedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dead events are given up. */
final class DiscardIT {

  private static final String DISCARD =
      "{'action': 'discard', 'stream': 'orders', 'confirm': true, 'actor': 'ann', 'reason': 'sent by hand'";

  private final MovedOutbox outbox = new MovedOutbox();

  @BeforeEach
  void append() {
    outbox.append("orders", 10, 2);
  }

  @AfterEach
  void drop() {
    outbox.close();
  }

  /** So that its slot can be emptied, and people see what became of it. */
  @Test
  void discardedEventIsInTheLedgerWithItsOperationAndItsFailure() {
    outbox.kill(m -> m.seq() == 9 || m.seq() == 10);
    outbox.database.execute(
        "UPDATE outbox.held SET last_error = E'line\\nbreak' WHERE seq = 9; UPDATE outbox.held SET last_error = NULL, last_error_code = NULL WHERE seq = 10");
    assertThat(outbox.ask(DISCARD + "}")).containsEntry("affected", 2).containsEntry("done", true);
    assertThat(outbox.count("outbox.held")).isZero();
    outbox.assertAccounted();
    assertThat(
            outbox.rows(
                """
                SELECT concat_ws('|', x.seq, d.destination, d.stream, replace(d.prefix || x.receipt, a.operation::text, '*'), a.actor, a.reason)
                FROM outbox.delivery d, outbox.audit a,
                  unnest(d.seqs, string_to_array(d.receipts, E'\\n')) AS x(seq, receipt)
                WHERE d.token = 0
                """))
        .containsExactly(
            "9|discarded|orders|operation * REFUSED: line break|ann|sent by hand",
            "10|discarded|orders|operation * |ann|sent by hand");
    outbox.drain();
    assertThat(outbox.broker.delivered()).hasSize(8);
  }

  @Test
  void lanesLearnOfIt() {
    outbox.kill(m -> m.seq() == 9);
    outbox.ask(DISCARD + "}");
    assertThat(outbox.one("SELECT changes FROM outbox.state WHERE kind = 'held'")).isEqualTo("1");
  }

  @Test
  void gapBehindWhichConsumersAreAlreadyMustBeAcknowledged() {
    outbox.kill(m -> m.seq() == 3);
    assertThatThrownBy(() -> outbox.ask(DISCARD + "}"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(
            "'acceptGap' must be true: later events of 1 of the keys were delivered already");
    assertThat(outbox.count("outbox.held WHERE status = 'DEAD'")).isEqualTo(1);
    assertThat(outbox.count("outbox.operation")).isZero();
    assertThat(outbox.ask(DISCARD + ", 'acceptGap': true}")).containsEntry("affected", 1);
    assertThat(outbox.count("outbox.held")).isZero();
  }

  /** What was given up before is no successor that consumers have. */
  @Test
  void discardedSuccessorMakesNoGap() {
    outbox.kill(m -> m.seq() >= 7);
    String id = outbox.one("SELECT id FROM outbox.event WHERE seq = 9");
    String of = DISCARD.replace("'stream': 'orders'", "'ids': '" + id + "'");
    assertThat(outbox.ask(of + "}")).containsEntry("affected", 1);
    assertThat(outbox.ask(DISCARD + ", 'key': 'key-1'}")).containsEntry("affected", 1);
  }

  @Test
  void deadEventWhoseSlotWasEmptiedCanBeDiscarded() {
    outbox.kill(m -> true);
    outbox.database.execute("TRUNCATE outbox.event; TRUNCATE outbox.delivery");
    assertThat(outbox.ask(DISCARD + "}")).containsEntry("affected", 10);
    assertThat(outbox.count("outbox.held")).isZero();
  }
}
