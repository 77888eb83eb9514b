package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import dev.sluice.relay.testing.WatchedLog;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class DrainIT {

  /** Its nudge may have found every shard taken, and nobody else comes for a while. */
  @Test
  void eventThatIsCommittedDuringTheLastSettleIsPublishedToo() {
    String name = UUID.randomUUID().toString();
    AtomicInteger settles = new AtomicInteger();
    try (TestDatabase database = new TestDatabase();
        TestRelay relay =
            new TestRelay(
                database,
                Map.of("SLUICE_ROUTES", TestRelay.routeTo(name)),
                log ->
                    WatchedLog.of(
                        log,
                        method -> {
                          if (method.equals("settle") && settles.incrementAndGet() <= 10) {
                            database.append("orders", 1, 1);
                          }
                        }))) {
      database.append("orders", 1, 1);
      assertThat(relay.run().published()).isEqualTo(11);
    }
  }

  @Test
  void everyEventIsPublishedOnceAndIsInTheLedgerWithItsReceipt() {
    String name = UUID.randomUUID().toString();
    try (TestDatabase database = new TestDatabase();
        TestRelay relay =
            new TestRelay(database, Map.of("SLUICE_ROUTES", TestRelay.routeTo(name)))) {
      database.append("orders", 10_000, 100);
      database.append("payments", 3_000, 7);
      LaneReport report = relay.run();
      assertThat(report.published()).isEqualTo(13_000);
      assertThat(report.leasedShards()).isEqualTo(16);
      assertThat(report.stopped()).isEqualTo("drained");
      assertThat(FakeBroker.named(name).delivered()).hasSize(13_000).doesNotHaveDuplicates();
      assertThat(database.count("outbox.event")).as("the log is never touched").isEqualTo(13_000);
      assertThat(
              database.count(
                  """
                  (SELECT DISTINCT s.seq, d.stream
                   FROM outbox.delivery d, unnest(d.seqs, string_to_array(d.receipts, E'\\n')) AS s(seq, rest)
                   WHERE d.prefix || s.rest = 'fake@' || s.seq AND d.destination = 'fake:%s') d
                  JOIN outbox.event e USING (stream, seq)
                  """
                      .formatted(name)))
          .isEqualTo(13_000);
      assertThat(database.rows("SELECT DISTINCT status FROM outbox.events WHERE seq < 100"))
          .containsExactly("PUBLISHED");
      assertThat(database.count("outbox.backlog()")).isZero();
      assertThat(database.count("outbox.held")).isZero();
      assertThat(database.count("outbox.shard WHERE owner IS NULL")).isEqualTo(16);
    }
  }
}
