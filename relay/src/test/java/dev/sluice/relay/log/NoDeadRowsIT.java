package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Delivering leaves nothing behind that vacuum would have to remove. */
@Timeout(120)
final class NoDeadRowsIT {

  private static final int EVENTS = 5_000;

  /* Backends report their numbers when they end. */
  private static final String ROWS =
      """
      SELECT coalesce(sum(n_tup_ins), 0), coalesce(sum(n_tup_upd + n_tup_del), 0), coalesce(sum(n_dead_tup), 0)
      FROM pg_stat_user_tables WHERE schemaname = 'outbox' AND relname ~ '^%s'
      """;

  private static String rows(TestDatabase database, String tables) {
    return database.one(ROWS.formatted(tables));
  }

  @Test
  void rowsOfTheLogAndOfTheLedgerAreInsertedAndNeverChanged() {
    try (TestDatabase database = new TestDatabase()) {
      database.append("orders", EVENTS, 50);
      FakeBroker.named(database.name())
          .answers(
              message ->
                  message.attempt() == 1 && message.key().equals("key-7")
                      ? new Retryable("BUSY", "this time")
                      : new Delivered("-"));
      String routes = TestRelay.routeTo(database.name());
      try (TestRelay relay =
          new TestRelay(database, Map.of("SLUICE_ROUTES", routes, "SLUICE_RETRY", "1ms..1ms x1"))) {
        long published = 0;
        while (published < EVENTS) {
          published += relay.run().published();
        }
      }
      while (!rows(database, "event_").startsWith(EVENTS + "|")
          || rows(database, "delivery_").startsWith("0|")
          || rows(database, "held").startsWith("0|")) {
        Pause.briefly();
      }
      assertThat(rows(database, "event_")).endsWith("|0|0");
      assertThat(rows(database, "delivery_")).endsWith("|0|0");
      assertThat(rows(database, "held"))
          .as("control: retries do change rows")
          .doesNotEndWith("|0|0");
    }
  }
}
