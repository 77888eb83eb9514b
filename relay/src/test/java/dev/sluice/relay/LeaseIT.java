package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Outbox.LeaseRequest;
import dev.sluice.relay.Outbox.ReadRequest;
import dev.sluice.relay.Outbox.Share;
import dev.sluice.relay.Settlement.Dead;
import dev.sluice.relay.Settlement.Failed;
import dev.sluice.relay.Settlement.Published;
import dev.sluice.relay.postgres.OutboxStore;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LeaseIT {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofMinutes(2);

  private final TestDatabase database = new TestDatabase();
  private final Outbox one = new OutboxStore(database.relaySource(), true);
  private final Outbox two = new OutboxStore(database.relaySource(), true);

  @AfterEach
  void drop() {
    one.close();
    two.close();
    database.close();
  }

  private static LeaseRequest lane(Invocation.@Nullable Lane lane) {
    return new LeaseRequest("test", null, lane, TTL, GRACE);
  }

  private static ReadRequest everything(Set<Integer> shards) {
    Share share = new Share("orders", 0, 1000, true, false, false, 0);
    return new ReadRequest(
        shards, List.of(share), List.of(), List.of(), List.of("orders"), List.of(), 100);
  }

  private void expire() {
    database.execute(
        "UPDATE outbox.shard SET leased_until = now() - interval '1 s' WHERE token IS NOT NULL");
  }

  @Test
  void firstComerTakesEveryShardAndTheSecondNone() {
    assertThat(one.lease(lane(null)).shards()).hasSize(64);
    assertThat(two.lease(lane(null)).shards()).isEmpty();
  }

  @Test
  void lanesDivideTheShards() {
    Set<Integer> even = one.lease(lane(new Invocation.Lane(0, 2))).numbers();
    Set<Integer> odd = two.lease(lane(new Invocation.Lane(1, 2))).numbers();
    assertThat(even).hasSize(32).allMatch(shard -> shard % 2 == 0);
    assertThat(odd).hasSize(32).allMatch(shard -> shard % 2 == 1);
  }

  @Test
  void orphansAreTakenAfterTheGraceAndNotBefore() {
    long token = two.lease(lane(new Invocation.Lane(1, 2))).token();
    two.release(token);
    assertThat(one.lease(lane(new Invocation.Lane(0, 2))).numbers()).hasSize(32);
    database.execute(
        "UPDATE outbox.shard SET leased_until = now() - interval '3 min' WHERE token IS NULL");
    assertThat(one.lease(lane(new Invocation.Lane(0, 2))).numbers()).hasSize(32);
  }

  @Test
  void expiredLeaseIsTakenOverWithALargerTokenAndCountsACrash() {
    Lease first = one.lease(lane(null));
    expire();
    Lease second = two.lease(lane(null));
    assertThat(second.shards()).hasSize(64).allMatch(s -> s.newlyCrashed() && s.crashes() == 1);
    assertThat(second.token()).isGreaterThan(first.token());
  }

  @Test
  void releasedLeaseCountsNoCrash() {
    one.release(one.lease(lane(null)).token());
    assertThat(two.lease(lane(null)).shards())
        .hasSize(64)
        .noneMatch(s -> s.newlyCrashed() || s.crashes() > 0);
  }

  @Test
  void renewedLeaseIsKept() {
    long token = one.lease(lane(null)).token();
    expire();
    assertThat(one.renew(token, TTL)).hasSize(64);
    assertThat(two.lease(lane(null)).shards()).isEmpty();
  }

  @Test
  void zombieChangesNothing() {
    database.append("orders", 3, 3);
    Lease stale = one.lease(lane(null));
    List<OwedEvent> events = one.read(everything(stale.numbers())).events();
    expire();
    Lease fresh = two.lease(lane(null));
    String before = state();

    assertThat(one.settle(stale.token(), mixed(events)).heldShards()).isEmpty();
    assertThat(one.renew(stale.token(), TTL)).isEmpty();
    one.suspect(stale.token(), events.getFirst().shard(), events.getFirst().message().id());
    one.acquit(stale.token());
    one.release(stale.token());
    assertThat(state()).isEqualTo(before);

    // The control: the same settlements with the lease that is in force change everything.
    two.settle(fresh.token(), mixed(events));
    assertThat(state()).isNotEqualTo(before);
    assertThat(database.rows("SELECT status FROM outbox.event ORDER BY seq"))
        .containsExactly("FAILED", "DEAD");
  }

  private String state() {
    return database.rows("SELECT * FROM outbox.event ORDER BY seq").toString()
        + database.rows("SELECT * FROM outbox.published ORDER BY seq")
        + database.rows("SELECT * FROM outbox.shard ORDER BY shard");
  }

  private static List<Settlement> mixed(List<OwedEvent> events) {
    return List.of(
        new Published(events.get(0), "fake:x", "1"),
        new Failed(events.get(1), 1, "CODE", "reason", Duration.ofHours(1)),
        new Dead(events.get(2), 1, "CODE", "reason"));
  }

  @Test
  void settlingTwiceIsSettlingOnce() {
    database.append("orders", 3, 3);
    Lease lease = one.lease(lane(null));
    List<OwedEvent> events = one.read(everything(lease.numbers())).events();
    one.settle(lease.token(), mixed(events));
    one.settle(lease.token(), mixed(events));
    assertThat(database.rows("SELECT status, retry_count FROM outbox.event ORDER BY seq"))
        .containsExactly("FAILED|1", "DEAD|1");
    assertThat(database.count("outbox.published")).isEqualTo(1);
  }

  @Test
  void eventIsNotStuckWhenItsDaysPartitionIsMissing() {
    database.append("orders", 3, 3);
    database.rows("SELECT 1"); // connects
    for (String partition :
        database.rows(
            "SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class c ON c.oid = inhparent WHERE c.relname = 'published' AND c.relkind = 'p'")) {
      database.execute("DROP TABLE " + partition);
    }
    Lease lease = one.lease(lane(null));
    List<OwedEvent> events = one.read(everything(lease.numbers())).events();
    one.settle(lease.token(), mixed(events));
    assertThat(database.count("outbox.published")).isEqualTo(1);
  }

  @Test
  void suspectIsChargedAndItsNeighboursAreNot() {
    database.append("orders", 3, 3);
    Lease lease = one.lease(lane(null));
    OwedEvent event = one.read(everything(lease.numbers())).events().getFirst();
    for (int crash = 1; crash <= 2; crash++) {
      one.suspect(lease.token(), event.shard(), event.message().id());
      expire();
      lease = one.lease(lane(null));
      assertThat(one.suspects(lease.token(), crash)).hasSize(1);
      assertThat(one.suspects(lease.token(), crash + 1)).isEmpty();
    }
    assertThat(database.rows("SELECT shard, crashes FROM outbox.shard WHERE crashes > 0"))
        .containsExactly(event.shard() + "|2");
  }

  @Test
  void suspicionOutlivesOtherEventsThatAreTriedAndPassesToWhomTheNextCrashHits() {
    database.append("orders", 3, 3);
    Lease lease = one.lease(lane(null));
    List<OwedEvent> events = one.read(everything(lease.numbers())).events();
    OwedEvent first = events.getFirst();
    OwedEvent second = events.getLast();
    one.suspect(lease.token(), first.shard(), first.message().id());
    expire();
    lease = one.lease(lane(null));
    one.suspect(lease.token(), second.shard(), second.message().id());
    one.suspect(lease.token(), first.shard(), first.message().id());
    expire();
    lease = one.lease(lane(null));
    assertThat(one.suspects(lease.token(), 2)).extracting(OwedEvent::seq).containsExactly(1L);
    one.suspect(lease.token(), second.shard(), second.message().id());
    expire();
    lease = one.lease(lane(null));
    assertThat(one.suspects(lease.token(), 1)).hasSize(2);
    assertThat(one.suspects(lease.token(), 2)).extracting(OwedEvent::seq).containsExactly(1L);
  }
}
