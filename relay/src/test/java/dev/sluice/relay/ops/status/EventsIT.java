package dev.sluice.relay.ops.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each event with what became of it, in outbox.events. */
final class EventsIT {

  private final Operated operated = new Operated();

  @AfterEach
  void drop() {
    operated.close();
  }

  private List<String> events(String columns) {
    return operated.database.rows(
        "SELECT concat_ws(' ', seq, " + columns + ") FROM outbox.events ORDER BY seq");
  }

  private void deliverSomeOfFive() {
    operated.drained.broker.answers(
        message ->
            switch (message.key()) {
              case "bad" -> new Rejected("BAD", "always");
              case "slow" -> new Retryable("BUSY", "this time");
              default -> new Delivered("receipt of " + message.seq());
            });
    for (String key : List.of("good", "bad", "slow", "slow", "good")) {
      operated.drained.append("orders", key);
    }
    operated.drained.run("lane");
    operated.drained.append("orders", "good");
  }

  @Test
  void eachEventHasItsStatusOnce() {
    deliverSomeOfFive();
    assertThat(events("status, attempts"))
        .containsExactly(
            "1 PUBLISHED", "2 DEAD 1", "3 FAILED 1", "4 WAITING 0", "5 PUBLISHED", "6 PENDING 0");
    operated.drained.broker.answers(message -> new Delivered("receipt of " + message.seq()));
    operated.drained.runUntilSettled();
    assertThat(events("status"))
        .containsExactly(
            "1 PUBLISHED", "2 DEAD", "3 PUBLISHED", "4 PUBLISHED", "5 PUBLISHED", "6 PUBLISHED");
  }

  @Test
  void deliveredEventHasItsOwnReceipt() {
    deliverSomeOfFive();
    String here = operated.destination();
    assertThat(events("destination, receipt, (published_at <= now())::text"))
        .containsExactly(
            "1 " + here + " receipt of 1 true",
            "2",
            "3",
            "4",
            "5 " + here + " receipt of 5 true",
            "6");
  }

  @Test
  void failureIsShownWithItsReasonAndTimes() {
    deliverSomeOfFive();
    assertThat(
            events(
                "last_error_code, last_error, (last_attempt_at <= now())::text, (next_retry_at > last_attempt_at)::text"))
        .contains("2 BAD always true", "3 BUSY this time true true", "1", "6");
  }

  @Test
  void discardedEventIsNotCalledPublished() {
    operated.drained.append("orders", "k");
    operated.database.execute(
        """
        INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts)
        SELECT 0, slot, 'main', stream, 'discarded', ARRAY[seq], '' FROM outbox.event
        """);
    assertThat(events("status, destination")).containsExactly("1 DISCARDED discarded");
  }

  /** As after a replay. */
  @Test
  void lastDeliveryOfAnEventCounts() {
    operated.drained.append("orders", "k");
    for (String receipt : List.of("first", "second")) {
      operated.database.execute(
          "INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts, prefix) SELECT 0, slot, 'main', stream, 'fake:x', ARRAY[0, seq], E'-\\n%s', '@' FROM outbox.event"
              .formatted(receipt));
    }
    assertThat(events("status, receipt")).containsExactly("1 PUBLISHED @second");
  }

  @Test
  void heldEventWhoseSlotWasEmptiedIsStillShown() {
    deliverSomeOfFive();
    String slot =
        operated
            .database
            .rows("SELECT DISTINCT 'event_' || lpad(slot::text, 2, '0') FROM outbox.event")
            .getFirst();
    operated.database.execute("TRUNCATE outbox." + slot);
    assertThat(events("status, payload"))
        .containsExactly("2 DEAD {}", "3 FAILED {}", "4 WAITING {}");
    String id = operated.database.rows("SELECT id FROM outbox.held WHERE seq = 2").getFirst();
    assertThat(operated.database.rows("SELECT status FROM outbox.events WHERE id = '" + id + "'"))
        .containsExactly("DEAD");
  }
}
