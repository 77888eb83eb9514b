package dev.sluice.relay.ops.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.ops.status.Gauges.Flow;
import dev.sluice.relay.ops.status.Gauges.LeaseGauge;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases, and what was delivered lately. */
final class GaugesIT {

  private static final String DELIVERED =
      """
      INSERT INTO outbox.delivery (at, token, slot, subscription, stream, destination, seqs, receipts)
      SELECT now() - %s, 0, slot, 'main', stream, '%s', array_agg(seq ORDER BY seq), '' FROM outbox.event GROUP BY slot, stream
      """;

  private final Operated operated = new Operated();

  @AfterEach
  void drop() {
    operated.close();
  }

  @Test
  void leasesAreGroupedByTheirOwner() {
    operated.database.execute(
        """
        UPDATE outbox.shard SET owner = 'lane', token = 7, leased_until = now() + interval '9 s' WHERE shard < 3;
        UPDATE outbox.shard SET owner = 'dead', token = 6, leased_until = now() - interval '9 s', crashes = 2 WHERE shard = 3;
        UPDATE outbox.shard SET token = 5 WHERE shard = 4
        """);
    List<LeaseGauge> leases = operated.status.read().leases();
    assertThat(leases)
        .extracting(lease -> lease.owner() + " " + lease.shards() + " " + lease.crashes())
        .containsExactly("dead 1 2", "lane 3 0", "null 12 0");
    assertThat(leases.get(0).leasedForSeconds()).isBetween(-600L, -9L);
    assertThat(leases.get(1).leasedForSeconds()).isBetween(0L, 9L);
  }

  @Test
  void relayIsSeenWhileAShardIsLeasedAndForAWhileAfter() {
    operated.database.execute("UPDATE outbox.shard SET leased_until = now() - interval '1 h'");
    assertThat(operated.status.read().sinceLeased())
        .isBetween(Duration.ofHours(1), Duration.ofMinutes(70));
    operated.drained.run("lane");
    assertThat(operated.status.read().sinceLeased()).isLessThan(Duration.ofMinutes(2));
  }

  @Test
  void flowIsWhatWasDeliveredInFiveMinutes() {
    operated.drained.append(2, 5, 140);
    operated.database.execute("UPDATE outbox.event SET created_at = now() - interval '90 s'");
    operated.drained.run("lane");
    List<Flow> flows = operated.status.read().flows();
    assertThat(flows).extracting(Flow::stream).containsExactly("s0", "s1");
    assertThat(flows).extracting(Flow::published).containsExactly(70L, 70L);
    assertThat(flows).allSatisfy(flow -> assertThat(flow.windowSeconds()).isEqualTo(300));
    assertThat(flows).allSatisfy(flow -> assertThat(flow.lagSeconds()).isBetween(90.0, 600.0));
  }

  @Test
  void whatWasDeliveredBeforeOrDiscardedIsNoFlow() {
    operated.drained.append(1, 5, 10);
    operated.database.execute(DELIVERED.formatted("interval '6 min'", "fake:x"));
    operated.database.execute(DELIVERED.formatted("interval '1 min'", "discarded"));
    assertThat(operated.status.read().flows()).isEmpty();
    operated.database.execute(DELIVERED.formatted("interval '1 min'", "fake:x"));
    assertThat(operated.status.read().flows()).extracting(Flow::published).containsExactly(10L);
  }

  /** Under load the newest rows of the ledger are less than five minutes. */
  @Test
  void windowOfAFlowIsAsLongAsWhatWasRead() {
    operated.database.execute(
        """
        INSERT INTO outbox.delivery (at, token, slot, subscription, stream, destination, seqs, receipts)
        SELECT now() - i * interval '50 ms', 0, i % 2, 'main', 's', 'fake:x', ARRAY[i, i + 1], '' FROM generate_series(1, 4000) i
        """);
    Flow flow = operated.status.read().flows().getFirst();
    assertThat(flow.published()).isEqualTo(4000);
    assertThat(flow.windowSeconds()).isBetween(99.0, 160.0);
  }
}
