package dev.sluice.relay.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a look at the outbox costs does not grow with the backlog. For more events than the tests
 * have time for: {@code -Dsluice.status.events=10000000}.
 */
final class StatusSizeIT {

  private static final int EVENTS = Integer.getInteger("sluice.status.events", 300_000);

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
    for (int stream = 0; stream < 10; stream++) {
      database.append("stream-" + stream, EVENTS / 10, 5_000);
    }
    database.execute(
        """
        UPDATE outbox.event SET status = 'DEAD', last_error_code = 'X' WHERE seq % 100 = 1;
        UPDATE outbox.event SET status = 'FAILED', next_retry_at = now() WHERE seq % 2000 = 7
        """);
  }

  @Test
  void noStatementOfALookWalksTheTable() {
    fill();
    assertThat(plan())
        .doesNotContain("Seq Scan on event")
        .contains("using event_pending", "using event_dead", "using event_held", "event_due");
    database.execute("ANALYZE outbox.event");
    assertThat(plan()).doesNotContain("Seq Scan on event");
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
