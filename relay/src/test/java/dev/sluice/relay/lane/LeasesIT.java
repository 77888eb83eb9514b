package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who gets which shards. */
final class LeasesIT {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofMinutes(2);
  private static final ShardSet EVEN = ShardSet.every(0, 2);
  private static final ShardSet ODD = ShardSet.every(1, 2);

  private final TestDatabase database = new TestDatabase();
  private final PostgresLog one = database.log();
  private final PostgresLog two = database.log();

  @AfterEach
  void drop() {
    one.close();
    two.close();
    database.close();
  }

  private static Lease lease(PostgresLog log, ShardSet share) {
    return log.lease(new LeaseRequest("test", null, ShardSet.NONE, share, GRACE, TTL));
  }

  private static ShardSet taken(Lease lease) {
    return lease.progress().stream().map(Progress::shards).reduce(ShardSet.NONE, ShardSet::with);
  }

  private void expire(String age) {
    database.execute("UPDATE outbox.shard SET leased_until = now() - interval '%s'".formatted(age));
  }

  @Test
  void firstComerTakesEveryShardAndTheSecondNone() {
    assertThat(taken(lease(one, ShardSet.ALL))).isEqualTo(ShardSet.ALL);
    assertThat(taken(lease(two, ShardSet.ALL))).isEqualTo(ShardSet.NONE);
  }

  @Test
  void lanesDivideTheShards() {
    expire("0 s"); // the database may be older than the grace
    assertThat(taken(lease(one, EVEN))).isEqualTo(EVEN);
    assertThat(taken(lease(two, ODD))).isEqualTo(ODD);
  }

  @Test
  void expiredShardsOfAnotherShareAreTakenAfterTheGraceAndNotBefore() {
    lease(two, ODD);
    expire("1 min");
    assertThat(taken(lease(one, EVEN))).isEqualTo(EVEN);
    expire("3 min");
    assertThat(taken(lease(one, EVEN))).isEqualTo(ShardSet.ALL);
  }

  @Test
  void releasedShardsOfAnotherShareWaitForTheGraceToo() {
    two.release(lease(two, ODD).token());
    assertThat(taken(lease(one, EVEN))).isEqualTo(EVEN);
    expire("3 min");
    assertThat(taken(lease(one, EVEN)).and(ODD)).isEqualTo(ODD);
  }

  @Test
  void expiredLeaseIsTakenOverWithALargerToken() {
    Lease first = lease(one, ShardSet.ALL);
    expire("1 s");
    Lease second = lease(two, ShardSet.ALL);
    assertThat(taken(second)).isEqualTo(ShardSet.ALL);
    assertThat(second.token()).isGreaterThan(first.token());
    assertThat(one.renew(first.token(), TTL)).isEqualTo(ShardSet.NONE);
  }

  @Test
  void renewedLeaseIsKept() {
    long token = lease(one, ShardSet.ALL).token();
    expire("1 s");
    assertThat(one.renew(token, TTL)).isEqualTo(ShardSet.ALL);
    assertThat(taken(lease(two, ShardSet.ALL))).isEqualTo(ShardSet.NONE);
  }

  @Test
  void zombieSettlesNothing() {
    Lease stale = lease(one, ShardSet.ALL);
    expire("1 s");
    lease(two, ShardSet.ALL);
    Settlement late =
        new Settlement(stale.token(), 2, ShardSet.ALL, List.of(), List.of(), stale.progress());
    String rows = "SELECT count(*) FROM outbox.progress WHERE token = " + stale.token();
    List<String> before = database.rows(rows);
    assertThat(one.settle(late).shards()).isEqualTo(ShardSet.NONE);
    assertThat(database.rows(rows)).isEqualTo(before);
  }

  /** The lease waits for its token: it has its snapshot, and locks nothing yet. */
  @Test
  void shardWhoseSettleEndsAfterTheSnapshotOfALeaseIsNotTaken() throws Exception {
    Lease first = lease(one, ShardSet.ALL);
    expire("1 s");
    try (Connection settle = database.connect("postgres");
        Connection lock = database.connect("postgres");
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      begin(settle, "SELECT FROM outbox.shard WHERE shard = 3 FOR SHARE");
      begin(lock, "ALTER SEQUENCE outbox.lease_token CACHE 1");
      Future<Lease> second = thread.submit(() -> lease(two, ShardSet.ALL));
      awaitWaiter();
      settle.commit();
      lock.rollback();
      assertThat(taken(second.get())).isEqualTo(ShardSet.ALL.without(ShardSet.of(3)));
    }
    assertThat(one.renew(first.token(), TTL)).isEqualTo(ShardSet.of(3));
  }

  private static void begin(Connection connection, String sql) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void awaitWaiter() {
    String waiter =
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while (database.rows(waiter).isEmpty()) {
      Pause.briefly();
    }
  }

  @Test
  void schemaThatDoesNotServeThisReleaseLeasesNothing() {
    database.execute(
        """
        CREATE OR REPLACE FUNCTION outbox.schema_version(OUT version int, OUT oldest int)
          LANGUAGE sql IMMUTABLE AS 'SELECT 0, 0'
        """);
    assertThatThrownBy(() -> lease(one, ShardSet.ALL))
        .hasMessageContaining("the schema has version 0, this release needs 1")
        .hasMessageContaining("MigrateHandler");
    assertThat(database.rows("SELECT count(*) FROM outbox.shard WHERE token IS NOT NULL"))
        .containsExactly("0");
  }
}
