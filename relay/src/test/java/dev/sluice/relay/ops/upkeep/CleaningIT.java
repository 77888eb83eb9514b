package dev.sluice.relay.ops.upkeep;

import static dev.sluice.relay.ops.upkeep.KeptDatabase.WEEK;
import static dev.sluice.relay.ops.upkeep.KeptDatabase.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.ops.request.Deadline;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The work of clean, and its answer. */
final class CleaningIT {

  private static final String OLD_PROGRESS = "UPDATE outbox.progress SET at = at - interval '2 h'";

  private static final long RESERVED = 3_000;
  private static final Deadline NO_TIME = new Deadline(() -> 0, millis -> {});

  private final KeptDatabase kept = new KeptDatabase();

  /** It suffices for one pause. */
  private static Deadline nearlyOver() {
    AtomicLong remaining = new AtomicLong(60_000);
    return new Deadline(remaining::get, millis -> remaining.set(RESERVED + 10));
  }

  @AfterEach
  void drop() {
    kept.close();
  }

  @Test
  void oldSlotsAreEmptiedWhileLanesPublish() throws InterruptedException, ExecutionException {
    kept.append(kept.oldest, "old", 50);
    kept.drained.run("lane");
    kept.drained.append(3, 50, 5_000);
    CompletableFuture<LaneReport> running =
        CompletableFuture.supplyAsync(() -> kept.drained.run("lane"));
    Map<String, Object> answer = kept.clean();
    assertThat(answer).containsEntry("ran", true).containsEntry("done", true);
    assertThat(list(answer, "emptiedSlots"))
        .containsExactly(Map.of("slot", kept.oldest, "events", 50L));
    assertThat(list(answer, "keptSlots")).isEmpty();
    assertThat(running.get().published()).isEqualTo(5_000);
    assertThat(kept.count("outbox.event")).isEqualTo(5_000);
    kept.drained.assertAccounted();
    assertThat(kept.count("outbox.audit WHERE action = 'clean'")).isEqualTo(2);
  }

  @Test
  void keptSlotIsNamedWithItsStreams() {
    kept.append(kept.oldest, "owed", Emptying.LITTLE + 1);
    Map<String, Object> answer = kept.clean();
    assertThat(answer).containsEntry("done", true).containsEntry("heldEvents", 0L);
    assertThat(list(answer, "emptiedSlots")).isEmpty();
    assertThat(list(answer, "keptSlots"))
        .singleElement()
        .satisfies(
            slot ->
                assertThat(slot)
                    .containsEntry("slot", kept.oldest)
                    .containsEntry("streams", Map.of("owed", Emptying.LITTLE + 1L))
                    .containsEntry("why", "events that are still to be delivered"));
    assertThat(kept.count("outbox.event")).isEqualTo(Emptying.LITTLE + 1);
  }

  @Test
  void slotInUseIsLeftToTheNextRun() throws SQLException {
    kept.append(kept.oldest, "s", 5);
    kept.drained.run("lane");
    try (Connection reader = kept.database.connect("outbox_relay");
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT count(*) FROM outbox.event");
      Map<String, Object> answer = kept.clean(WEEK, nearlyOver());
      assertThat(answer).containsEntry("done", false);
      assertThat(list(answer, "keptSlots").getFirst()).containsEntry("why", "the slot is in use");
    }
    assertThat(kept.clean()).containsEntry("done", true);
    assertThat(kept.count("outbox.event")).isZero();
  }

  @Test
  void onlyOneCleansAtATime() {
    kept.database.execute(
        "INSERT INTO outbox.runner VALUES ('clean', 'another', now() + interval '1 min')");
    assertThat(kept.clean()).containsEntry("ran", false);
    kept.database.execute("UPDATE outbox.runner SET until = now() - interval '1 s'");
    assertThat(kept.clean()).as("a process that died lost its turn").containsEntry("ran", true);
    assertThat(kept.clean()).as("a run that ended gave it back").containsEntry("ran", true);
  }

  @Test
  void runWithoutTimeSaysThatItIsNotDone() {
    kept.append(kept.oldest, "s", 5);
    kept.drained.run("lane");
    Map<String, Object> answer = kept.clean(WEEK, NO_TIME);
    assertThat(answer).containsEntry("ran", true).containsEntry("done", false);
    assertThat(kept.count("outbox.event")).isEqualTo(5);
  }

  @Test
  void newestProgressOfACarriedTokenIsKept() {
    for (int run = 0; run < 3; run++) {
      kept.drained.append(1, 5, 10);
      kept.drained.run("lane");
    }
    String newest =
        "SELECT max(number) FROM outbox.progress WHERE token = (SELECT max(token) FROM outbox.shard)";
    List<String> number = kept.database.rows(newest);
    assertThat(kept.clean()).as("young rows stay").containsEntry("forgottenProgressRows", 0L);
    kept.database.execute(OLD_PROGRESS);
    assertThat((Long) kept.clean().get("forgottenProgressRows")).isGreaterThan(2);
    assertThat(kept.database.rows("SELECT number FROM outbox.progress")).isEqualTo(number);
    kept.drained.append(1, 5, 10);
    assertThat(kept.drained.run("lane").published()).isEqualTo(10);
    assertThat(kept.drained.broker.delivered()).hasSize(40);
  }

  @Test
  void eachCarriedTokenKeepsItsOwnProgress() {
    kept.database.execute(
        """
        UPDATE outbox.shard SET token = CASE WHEN shard < 4 THEN 2 ELSE 3 END;
        INSERT INTO outbox.progress (token, number, document) SELECT t, 10 * t + n, '[]' FROM generate_series(1, 3) t, generate_series(1, 3) n
        """);
    kept.database.execute(OLD_PROGRESS);
    assertThat(kept.upkeep.forgetProgress(4)).isEqualTo(4);
    assertThat(kept.upkeep.forgetProgress(4)).isEqualTo(3);
    assertThat(kept.upkeep.forgetProgress(4)).isZero();
    assertThat(kept.database.rows("SELECT number FROM outbox.progress ORDER BY 1"))
        .containsExactly("23", "33");
  }

  @Test
  void inboxRemembersForAWeekAtLeastAndOperationsForNinetyDays() {
    kept.database.execute(
        """
        INSERT INTO outbox.inbox SELECT 'mail', gen_random_uuid(), now() - i * interval '1 day' FROM generate_series(0, 20) i;
        INSERT INTO outbox.operation (action, actor, filter, until_seq, finished_at)
        SELECT 'replay', 'ann', '{}', 1, now() - i * interval '1 day' FROM unnest('{1,89,91}'::int[]) i
        """);
    assertThat(kept.clean(Duration.ofHours(1)))
        .containsEntry("forgottenInboxRows", 14L)
        .containsEntry("forgottenOperations", 1);
    assertThat(kept.count("outbox.inbox")).isEqualTo(7);
    assertThat(kept.count("outbox.operation")).isEqualTo(2);
  }
}
