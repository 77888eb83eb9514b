package dev.sluice.relay.ops.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.ops.status.Gauges.StreamGauge;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The counts of outbox.status, beside lanes that publish. */
final class StatusIT {

  private static final String COUNTS = "pending, waiting, failed, dead, behind_failed, behind_dead";
  private static final Subject ORDERS = new Subject(Subject.Kind.STREAM, "orders");

  private final Operated operated = new Operated();
  private final PauseSql pauses = new PauseSql(operated.session);

  @AfterEach
  void drop() {
    operated.close();
  }

  private void append(String stream, int events) {
    operated.database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, partition_key, payload)
        SELECT '%s', 'T', 'k' || i %% 7, '{}' FROM generate_series(1, %d) i
        """
            .formatted(stream, events));
  }

  private void run() {
    operated.drained.run("lane");
  }

  @Test
  void everythingIsPendingBeforeAnyoneReads() {
    append("orders", 5);
    append("invoices", 2);
    assertThat(operated.status(COUNTS))
        .containsExactly("invoices 2 0 0 0 0 0", "orders 5 0 0 0 0 0");
  }

  @Test
  void whatIsDeliveredIsNotPending() {
    append("orders", 500);
    run();
    assertThat(operated.status(COUNTS)).isEmpty();
    append("orders", 3);
    assertThat(operated.status(COUNTS)).containsExactly("orders 3 0 0 0 0 0");
  }

  /** An alarm that asks for more than 10,000 must be able to fire for one stream. */
  @Test
  void pendingIsCountedToTheLastEvent() {
    append("orders", 10_001);
    assertThat(operated.status.read().streams())
        .singleElement()
        .satisfies(
            gauge -> {
              assertThat(gauge.pending().count()).isEqualTo(10_001);
              assertThat(gauge.pending().atLeast()).isFalse();
            });
  }

  @Test
  void pausedStreamOwesItsEventsWhileOthersAreDelivered() {
    append("orders", 10);
    append("invoices", 10);
    pauses.pause("main", ORDERS, "ann", "repair");
    run();
    assertThat(operated.status(COUNTS + ", paused, paused_by, pause_reason"))
        .containsExactly("orders 10 0 0 0 0 0 t ann repair");
    append("orders", 4);
    append("invoices", 1);
    assertThat(operated.status("pending")).containsExactly("invoices 1", "orders 14");
    run();
    append("orders", 1);
    assertThat(operated.status("pending")).containsExactly("orders 15");
    pauses.resume("main", ORDERS, "ann", null);
    run();
    assertThat(operated.status("pending")).isEmpty();
    operated.drained.assertAccounted();
  }

  @Test
  void pausedStreamWithoutEventsIsShown() {
    pauses.pause("main", ORDERS, "ann", "repair");
    assertThat(operated.status(COUNTS + ", paused")).containsExactly("orders 0 0 0 0 0 0 t");
  }

  @Test
  void heldEventsAreCountedByTheirStatus() {
    operated.drained.broker.answers(
        message ->
            switch (message.key()) {
              case "bad" -> new Rejected("BAD", "always");
              case "slow" -> new Retryable("BUSY", "this time");
              default -> new Delivered("-");
            });
    for (String key : List.of("bad", "slow", "slow", "slow", "good")) {
      operated.drained.append("orders", key);
    }
    run();
    assertThat(operated.status(COUNTS)).containsExactly("orders 2 2 1 1 2 0");
    StreamGauge gauge = operated.status.read().streams().getFirst();
    assertThat(gauge.pending().count()).isEqualTo(2);
    assertThat(gauge.behindFailed().count()).isEqualTo(2);
    assertThat(gauge.nextRetryAt()).isAfter(Instant.EPOCH);
  }

  @Test
  void eventsThatWaitForTheirDestinationAreBehindNoFailure() {
    operated.drained.broker.answers(message -> new Unavailable("DOWN", "the broker is away"));
    append("orders", 3);
    run();
    assertThat(operated.status("pending, failed, dead, behind_failed, behind_dead"))
        .containsExactly("orders 3 0 0 0 0");
    assertThat(operated.status.read().destinations())
        .singleElement()
        .satisfies(
            gauge -> {
              assertThat(gauge.destination()).isEqualTo(operated.destination());
              assertThat(gauge.breakerOpen()).isTrue();
              assertThat(gauge.paused()).isFalse();
            });
  }

  @Test
  void eventsBehindADeadOneOfTheirKeyAreToldFromThoseBehindAFailedOne() {
    hold(1, "a", "DEAD");
    hold(2, "a", "WAITING");
    hold(3, "b", "DEAD");
    hold(4, "b", "FAILED");
    hold(5, "b", "WAITING");
    hold(6, "c", "WAITING");
    hold(7, "c", "DEAD");
    assertThat(operated.status(COUNTS)).containsExactly("orders 3 3 1 3 1 1");
  }

  private void hold(int seq, String key, String status) {
    operated.database.execute(
        """
        INSERT INTO outbox.held (subscription, seq, status, next_retry_at, created_at, id, slot, shard, stream, event_type,
          partition_key, content_type, payload)
        VALUES ('main', %d, '%s', %s, now() - interval '2 h', gen_random_uuid(), 0, 0, 'orders', 'T', '%s', 'j', '{}')
        """
            .formatted(seq, status, status.equals("FAILED") ? "now()" : "NULL", key));
  }

  @Test
  void ageIsThatOfTheOldestPendingEvent() {
    append("orders", 3);
    operated.drained.append("old", "k", ", payload, created_at", ", '{}', now() - interval '2 h'");
    append("old", 3);
    assertThat(operated.status("oldest_pending_seconds / 60"))
        .containsExactly("old 120", "orders 0");
    run();
    append("old", 1);
    assertThat(operated.status("oldest_pending_seconds / 60")).containsExactly("old 0");
    hold(1_000_000, "k", "WAITING");
    assertThat(operated.status("oldest_pending_seconds / 60"))
        .containsExactly("old 0", "orders 120");
    operated.database.execute("UPDATE outbox.held SET redriven_at = now() - interval '1 h'");
    assertThat(operated.status("oldest_pending_seconds / 60")).contains("orders 60");
  }

  @Test
  void whatIsNotCountedToItsEndSaysSo() {
    operated.database.execute(
        """
        INSERT INTO outbox.held (subscription, seq, status, created_at, id, slot, shard, stream, event_type,
          partition_key, content_type, payload)
        SELECT 'main', i, CASE i % 2 WHEN 0 THEN 'WAITING' ELSE 'DEAD' END, now(), gen_random_uuid(), 0, 0, 'orders', 'T', i % 9,
          'j', '{}' FROM generate_series(1, 200000) i
        """);
    append("orders", 1);
    StreamGauge gauge = operated.status.read().streams().getFirst();
    assertThat(gauge.pending().count()).isEqualTo(100_001);
    assertThat(gauge.dead().count()).isEqualTo(100_000);
    assertThat(gauge.pending().atLeast()).isFalse();
    assertThat(gauge.dead().atLeast()).isFalse();
    hold(200_001, "k", "WAITING");
    hold(200_002, "k", "DEAD");
    gauge = operated.status.read().streams().getFirst();
    assertThat(gauge.pending().count()).isEqualTo(100_002);
    assertThat(gauge.dead().count()).isEqualTo(100_000);
    assertThat(gauge.pending().atLeast()).isTrue();
    assertThat(gauge.dead().atLeast()).isTrue();
  }
}
