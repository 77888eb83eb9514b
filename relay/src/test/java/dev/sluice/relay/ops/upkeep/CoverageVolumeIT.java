package dev.sluice.relay.ops.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A slot is compared with its ledger in memory, whatever the planner knows of either. Ten million
 * events take a few minutes: {@code -Dsluice.volume=10000000}.
 */
final class CoverageVolumeIT {

  private static final int EVENTS =
      Integer.getInteger("sluice.volume", Volume.of(50_000, 1_000_000));

  /** The time limit of the function that cleans. */
  private static final Duration FUNCTION = Duration.ofMinutes(5);

  private static final String APPEND =
      """
      INSERT INTO outbox.event (slot, stream, event_type, partition_key, payload)
      SELECT %1$d, 's' || i %% 4, 'T', 'k' || i %% 1000, '{"amount": 12, "currency": "EUR"}' FROM generate_series(1, %2$d) i
      """;
  private static final String DELIVER =
      """
      INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts)
      SELECT 1, %1$d, 'main', stream, 'd', array_agg(seq), '' FROM outbox.event GROUP BY stream, seq / 2000
      """;

  /* Autovacuum comes after a million inserts; days later, when a slot is emptied, it is long done. */
  private static final String LEAVE_ALONE =
      "ALTER TABLE outbox.event_%1$02d SET (autovacuum_enabled = off); ALTER TABLE outbox.delivery_%1$02d SET (autovacuum_enabled = off)";

  private static final String TEMPORARY =
      "SELECT temp_bytes FROM pg_stat_database WHERE datname = current_database()";

  private static long millis(Runnable work) {
    long begin = System.nanoTime();
    work.run();
    return (System.nanoTime() - begin) / 1_000_000;
  }

  private static String temporary(KeptDatabase kept) {
    kept.session.disconnect(); // a backend reports its numbers when it ends
    String ended =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
    while (!kept.database.one(ended).equals("0")) {
      Pause.briefly();
    }
    return kept.database.one(TEMPORARY);
  }

  private static Examined examined(KeptDatabase kept) {
    return kept.coverage.examine("main", kept.ring.over(KeptDatabase.WEEK).getFirst(), FUNCTION);
  }

  @Test
  void fullSlotIsExaminedInMemoryAndInTimeForAFunction() {
    try (KeptDatabase kept = new KeptDatabase()) {
      kept.database.execute(LEAVE_ALONE.formatted(kept.oldest));
      long filled = millis(() -> kept.database.execute(APPEND.formatted(kept.oldest, EVENTS)));
      long owed = millis(() -> assertThat(examined(kept).owedEvents()).isEqualTo(EVENTS));
      kept.database.execute(DELIVER.formatted(kept.oldest));
      String before = temporary(kept);
      long examined = millis(() -> assertThat(examined(kept).accounted()).isTrue());
      assertThat(temporary(kept)).isEqualTo(before);
      assertThat(examined)
          .as("appending took %d ms, examining %d", filled, examined)
          .isLessThan(filled);
      kept.database.execute(
          "UPDATE outbox.delivery SET seqs = seqs[2:] WHERE number = (SELECT min(number) FROM outbox.delivery WHERE stream = 's1')");
      assertThat(examined(kept).streams()).containsExactly(Map.entry("s1", 1L));
      long cleaned = millis(() -> kept.assertEmptied(kept.clean(), EVENTS));
      long waited = kept.pauses.stream().mapToLong(Long::longValue).sum();
      System.out.printf(
          "%d events: appended in %d ms; examined in %d ms, in %d while all were owed; examined twice and emptied in %d, and a wait of %d%n",
          EVENTS, filled, examined, owed, cleaned, waited);
      assertThat(kept.pauses).isEqualTo(List.of(Emptying.NOTICED.toMillis()));
      assertThat(cleaned + waited).isLessThan(FUNCTION.toMillis());
    }
  }
}
