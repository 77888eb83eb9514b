package dev.sluice.relay.ops.upkeep;

import static dev.sluice.relay.ops.upkeep.KeptDatabase.WEEK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.request.Deadline;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run of clean may die before or after each of its commits. */
final class InterruptedCleanIT {

  private static final int MOST_STEPS = 100;
  private static final String RESET =
      """
      DELETE FROM outbox.progress; DELETE FROM outbox.audit; DELETE FROM outbox.runner; TRUNCATE outbox.event, outbox.delivery;
      UPDATE outbox.shard SET token = NULL, owner = NULL
      """;

  /** Six delivered, of which the ledger loses two, and four that are owed. */
  private static void prepare(KeptDatabase kept) {
    kept.database.execute(RESET);
    kept.append(kept.oldest, "s", 6);
    kept.append(kept.oldest, "owed", 4);
    kept.pause("owed");
    kept.drained.run("lane");
    long last = Long.parseLong(kept.database.one("SELECT max(seq) FROM outbox.event"));
    kept.loseFromLedger(last - 7);
    kept.loseFromLedger(last - 6);
    kept.resume("owed");
  }

  private static boolean dies(KeptDatabase kept, int step, boolean after) {
    BreakingSource source =
        new BreakingSource(() -> kept.database.connect("outbox_operator"), step, after);
    try (Session session = new Session(source)) {
      new Cleaning(session, WEEK, new Deadline(() -> 300_000, millis -> {}), kept.found::add)
          .run("schedule", "dying");
      return false;
    } catch (BreakingSource.Death e) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nextRunFinishesWhatADeadOneBegan(boolean after) {
    int step = 1;
    boolean died = true;
    try (KeptDatabase kept = new KeptDatabase()) {
      for (; died && step < MOST_STEPS; step++) {
        prepare(kept);
        int delivered = kept.delivered().size();
        kept.found.clear();
        died = dies(kept, step, after);
        kept.database.execute("UPDATE outbox.runner SET until = now() - interval '1 s'");
        kept.clean();
        assertThat(kept.count("outbox.event")).as("step %d", step).isZero();
        assertThat(kept.found).as("step %d", step).isNotEmpty();
        assertThat(kept.count("outbox.audit WHERE action IN ('uncovered', 'hold')"))
            .as("step %d: once each", step)
            .isEqualTo(2);
        kept.drained.runUntilSettled();
        List<Long> again = kept.delivered().subList(delivered, kept.delivered().size());
        assertThat(again).as("step %d: two were lost, four were owed", step).hasSize(6);
        assertThat(again).doesNotHaveDuplicates();
      }
      assertThat(step).as("the control: it had commits to die at, and an end").isBetween(12, 50);
      kept.assertFirstDeliveriesInOrder();
      long appended = 10L * (step - 1);
      assertThat(kept.delivered().stream().distinct().sorted())
          .containsExactlyElementsOf(LongStream.rangeClosed(1, appended).boxed().toList());
    }
  }
}
