package dev.sluice.relay.ops.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A slot is compared with its ledger in memory, whatever the planner knows of either. */
final class CoverageVolumeIT {

  private static final int EVENTS = Volume.of(50_000, 1_000_000);
  private static final String FILL =
      """
      INSERT INTO outbox.event (slot, stream, event_type, partition_key, payload)
      SELECT %1$d, 's' || i %% 4, 'T', 'k' || i %% 1000, '{"amount": 12, "currency": "EUR"}' FROM generate_series(1, %2$d) i;
      INSERT INTO outbox.delivery (token, slot, subscription, stream, destination, seqs, receipts)
      SELECT 1, %1$d, 'main', stream, 'd', array_agg(seq), '' FROM outbox.event GROUP BY stream, seq / 2000;
      """;
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

  @Test
  void fullSlotIsExaminedInMemoryAndInTimeForAFunction() {
    try (KeptDatabase kept = new KeptDatabase()) {
      long filled = millis(() -> kept.database.execute(FILL.formatted(kept.oldest, EVENTS)));
      String before = temporary(kept);
      long examined = millis(() -> assertThat(kept.examined().accounted()).isTrue());
      assertThat(temporary(kept)).isEqualTo(before);
      assertThat(examined)
          .as("filling the slot took %d ms, examining it %d", filled, examined)
          .isLessThan(filled);
      kept.database.execute(
          "UPDATE outbox.delivery SET seqs = seqs[2:] WHERE number = (SELECT min(number) FROM outbox.delivery WHERE stream = 's1')");
      assertThat(kept.examined().streams()).containsExactly(Map.entry("s1", 1L));
      assertThat(kept.examined().events()).isEqualTo(EVENTS);
    }
  }
}
