package dev.sluice.relay.ops.upkeep;

import static dev.sluice.relay.ops.upkeep.KeptDatabase.WEEK;
import static dev.sluice.relay.ops.upkeep.KeptDatabase.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.lane.LogLostException;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A slot that is needed gives away the little that is owed, in its order. */
final class OwedEventsIT {

  private static final String HELD = "SELECT seq || ' ' || status FROM outbox.held ORDER BY seq";

  /** Reserves three seconds, so it is too short for a pause of a minute. */
  private static final Deadline HALF_A_MINUTE = new Deadline(() -> 30_000, millis -> {});

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
  void littleThatIsOwedIsHeldAndComesBeforeWhatIsBehindIt() {
    kept.append(kept.oldest, "s", 6);
    kept.append(kept.slot("ORDER BY ends_at DESC LIMIT 1"), "s", 6);
    kept.pause("s");
    run();
    Map<String, Object> answer = kept.clean();
    assertThat(answer)
        .containsEntry("uncoveredEvents", 0L)
        .containsEntry("heldEvents", 6L)
        .containsEntry("done", true);
    kept.assertEmptied(answer, 6);
    assertThat(kept.pauses).containsExactly(Emptying.NOTICED.toMillis());
    assertThat(kept.count("outbox.audit WHERE action = 'hold' AND affected = 6")).isEqualTo(1);
    assertThat(kept.found).isEmpty();
    kept.resume("s");
    kept.drained.runUntilSettled();
    assertThat(kept.delivered()).containsExactlyInAnyOrderElementsOf(upTo(12));
    kept.assertFirstDeliveriesInOrder();
    assertThat(kept.database.rows(HELD)).isEmpty();
  }

  /** It costs only its place, and its events may still be delivered from the log. */
  @Test
  void slotWhoseTurnIsFarKeepsWhatIsOwed() {
    int over = kept.slot("WHERE ends_at < now() ORDER BY ends_at DESC LIMIT 1");
    kept.append(over, "s", 3);
    assertThat(list(kept.clean(Duration.ZERO), "keptSlots").getFirst())
        .containsEntry("streams", Map.of("s", 3L));
    assertThat(kept.database.rows(HELD)).isEmpty();
  }

  @Test
  void nothingOwedIsHeldWhereTooMuchIsHeldAlready() {
    kept.append(kept.oldest, "s", 3);
    kept.database.execute(
        """
        INSERT INTO outbox.held (subscription, seq, status, created_at, id, slot, shard, stream, event_type, partition_key, content_type, payload)
        SELECT 'main', 100 + i, 'WAITING', now(), gen_random_uuid(), 0, 0, 'other', 'T', 'k', 'j', '{}' FROM generate_series(1, %d) i
        """
            .formatted(CoverageSql.MOST));
    assertThat(list(kept.clean(), "keptSlots")).hasSize(1);
    kept.database.execute("DELETE FROM outbox.held WHERE seq = 101");
    assertThat(kept.clean()).as("the control").containsEntry("heldEvents", 3L);
  }

  @Test
  void nothingIsHeldInTheMiddleOfASettle() throws SQLException {
    kept.append(kept.oldest, "s", 5);
    kept.takeTurn();
    Examined examined = kept.examined();
    try (Connection lane = kept.database.connect("outbox_relay");
        Statement settle = lane.createStatement()) {
      lane.setAutoCommit(false);
      settle.execute("INSERT INTO outbox.progress (token, document) VALUES (1, '[]')");
      assertThatExceptionOfType(LogLostException.class)
          .isThrownBy(() -> kept.coverage.hold(examined, examined.missing(), "ann", "invocation"));
      lane.commit();
    }
    assertThat(kept.coverage.hold(examined, examined.missing(), "ann", "invocation")).isEqualTo(5);
  }

  /** A lane that has not noticed would send a later event of the key before it. */
  @Test
  void slotWhoseEventsWereHeldThisMinuteIsNotEmptied() {
    kept.append(kept.oldest, "s", 5);
    for (int run = 0; run < 2; run++) {
      Map<String, Object> answer = kept.clean(WEEK, HALF_A_MINUTE);
      assertThat(answer)
          .containsEntry("done", false)
          .containsEntry("heldEvents", run == 0 ? 5L : 0L);
      assertThat(list(answer, "keptSlots").getFirst())
          .containsEntry("why", "its events came to outbox.held a moment ago");
    }
    assertThat(kept.count("outbox.event")).isEqualTo(5);
    kept.database.execute("UPDATE outbox.held SET held_at = held_at - interval '1 min'");
    kept.assertEmptied(kept.clean(WEEK, HALF_A_MINUTE), 5);
  }

  /** They may come twice. They are never lost, whatever the broker answers. */
  @Test
  void eventsInFlightWhileTheirSlotIsEmptiedAreDeliveredAtMostTwice() {
    for (boolean refused : new boolean[] {false, true}) {
      int before = kept.delivered().size();
      kept.append(kept.oldest, refused ? "refused" : "s", 20);
      AtomicBoolean first = new AtomicBoolean(true);
      kept.drained.broker.before(
          messages -> {
            if (first.getAndSet(false)) {
              assertThat(kept.clean()).containsEntry("heldEvents", 20L);
              kept.drained.broker.answers(
                  message ->
                      refused && message.attempt() == 1 && messages.contains(message)
                          ? new Retryable("BUSY", "this time")
                          : new Delivered("-"));
            }
          });
      kept.drained.database.execute(
          "DELETE FROM outbox.progress; UPDATE outbox.shard SET token = NULL, owner = NULL");
      kept.drained.runUntilSettled();
      List<Long> delivered = kept.delivered().subList(before, kept.delivered().size());
      assertThat(first).isFalse();
      assertThat(delivered.stream().distinct()).hasSize(20);
      assertThat(delivered).hasSizeLessThanOrEqualTo(40);
      assertThat(kept.database.rows(HELD)).isEmpty();
    }
    kept.assertFirstDeliveriesInOrder();
  }
}
