package dev.sluice.relay.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a look at the outbox costs does not grow with the backlog. For more events than the tests
 * have time for: {@code -Dsluice.status.events=10000000}.
 */
final class StatusSizeIT {

  private static final int EVENTS =
      Integer.getInteger("sluice.status.events", Volume.of(150_000, 300_000));

  private final TestDatabase database = new TestDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private String plan() {
    return String.join(
        "\n",
        database.rows(
            "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) SELECT * FROM outbox.status"));
  }

  private void fill() {
    append();
    fail();
  }

  private void append() {
    for (int stream = 0; stream < 10; stream++) {
      database.append("stream-" + stream, EVENTS / 10, 5_000);
    }
  }

  private void fail() {
    database.execute(
        """
        UPDATE outbox.event SET status = 'DEAD', last_error_code = 'X' WHERE seq % 100 = 1;
        UPDATE outbox.event SET status = 'FAILED', next_retry_at = now() WHERE seq % 2000 = 7
        """);
  }

  /** What the planner knows of the table. */
  enum Statistics {
    NONE,
    WHEN_EMPTY,
    BEFORE_ANY_FAILED,
    WHEN_MANY_FAILED,
    OF_NOW
  }

  @ParameterizedTest
  @EnumSource
  void noStatementOfALookWalksTheTable(Statistics statistics) {
    database.execute("ALTER TABLE outbox.event SET (autovacuum_enabled = false)");
    analyze(statistics == Statistics.WHEN_EMPTY);
    append();
    analyze(statistics == Statistics.BEFORE_ANY_FAILED);
    if (statistics == Statistics.WHEN_MANY_FAILED) {
      database.execute("UPDATE outbox.event SET status = 'FAILED', next_retry_at = now()");
      analyze(true);
      database.execute("UPDATE outbox.event SET status = 'PENDING', next_retry_at = NULL");
    }
    fail();
    analyze(statistics == Statistics.OF_NOW);
    assertThat(plan())
        .doesNotContain("Seq Scan on event")
        .contains("using event_pending", "using event_dead", "using event_held", "event_due");
  }

  private void analyze(boolean now) {
    if (now) {
      database.execute("ANALYZE outbox.event");
    }
  }

  @Test
  void statusIsQuick() {
    fill();
    try (OpsStore store = new OpsStore(() -> database.connect("outbox_operator"))) {
      store.streams(); // connects
      long start = System.nanoTime();
      assertThat(store.streams()).hasSize(10).allMatch(stream -> stream.pending().atLeast());
      assertThat(List.of(store.flows(), store.leases(), store.destinations())).hasSize(3);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      System.out.println("status of " + EVENTS + " events: " + took.toMillis() + " ms");
      assertThat(took).isLessThan(Duration.ofSeconds(2));
    }
  }
}
