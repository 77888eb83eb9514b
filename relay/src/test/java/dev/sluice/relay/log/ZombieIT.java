package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.Named;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.Settlement;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.lane.Settlement.Delivery;
import dev.sluice.relay.lane.ShardSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lane that lost its lease and does not know. */
final class ZombieIT {

  private static final Duration TTL = Duration.ofMinutes(1);
  private static final List<String> TABLES = List.of("delivery", "held", "progress", "shard");

  private final LogDatabase database = new LogDatabase();
  private final PostgresLog log = database.log();

  @AfterEach
  void drop() {
    database.close();
  }

  private Lease lease() {
    return log.lease(new LeaseRequest("test", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
  }

  private static Settlement mixed(Lease lease, List<LogEvent> events) {
    LogEvent first = events.getFirst();
    return new Settlement(
        lease.token(),
        7,
        ShardSet.ALL,
        List.of(new Delivery(first.slot(), "s", "fake:x", List.of(first.seq()), List.of("1"))),
        List.of(
            new Change.Failed(events.get(1), 1, "CODE", "reason", Duration.ofHours(1)),
            new Change.Dead(events.get(2), 1, "CODE", "reason"),
            new Change.Waiting(events.get(3))),
        lease.progress());
  }

  private List<String> state() throws SQLException {
    List<String> state = new ArrayList<>();
    for (String table : TABLES) {
      state.addAll(database.column("SELECT t::text FROM outbox." + table + " t ORDER BY 1"));
    }
    return state;
  }

  @Test
  void itChangesNothing() throws SQLException {
    database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, partition_key, payload)
        SELECT 's', 'T', 'k' || i, '{}' FROM generate_series(1, 4) i
        """);
    List<LogEvent> events = Windows.readAll(log, "s");
    Lease stale = lease();
    log.name(stale.token(), new Named(Map.of(3, List.of(1L)), true, 0));
    database.execute("UPDATE outbox.shard SET leased_until = now() - interval '1 s'");
    Lease fresh = lease();
    assertThat(fresh.crashed()).isEqualTo(ShardSet.COUNT);
    List<String> before = state();

    assertThat(log.settle(mixed(stale, events)).shards()).isEqualTo(ShardSet.NONE);
    assertThat(log.renew(stale.token(), TTL)).isEqualTo(ShardSet.NONE);
    assertThat(log.name(stale.token(), new Named(Map.of(3, List.of(2L)), true, 1)))
        .isEqualTo(ShardSet.NONE);
    log.clear(stale.token());
    log.release(stale.token());
    assertThat(state()).isEqualTo(before);

    // The control: with the lease that is in force each of them changes something.
    assertThat(log.settle(mixed(fresh, events)).shards()).isEqualTo(ShardSet.ALL);
    assertThat(database.column("SELECT seqs FROM outbox.delivery")).containsExactly("{1}");
    assertThat(database.column("SELECT seq || ' ' || status FROM outbox.held ORDER BY seq"))
        .containsExactly("2 FAILED", "3 DEAD", "4 WAITING");
    log.clear(fresh.token());
    assertThat(database.column("SELECT sum(crashes) FROM outbox.shard")).containsExactly("0");
    log.release(fresh.token());
    assertThat(database.column("SELECT count(owner) FROM outbox.shard")).containsExactly("0");
    assertThat(lease().crashed()).as("a release is no crash").isZero();
  }
}
