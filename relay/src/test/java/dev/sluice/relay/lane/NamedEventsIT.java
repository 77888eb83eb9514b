package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.Named;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What outbox.shard tells the heir of a lane that died. */
final class NamedEventsIT {

  private static final Duration TTL = Duration.ofMinutes(1);
  private static final String EXPIRE =
      "UPDATE outbox.shard SET leased_until = now() - interval '1 s' WHERE owner IS NOT NULL";

  private final TestDatabase database = new TestDatabase();
  private final PostgresLog log = database.log();

  @AfterEach
  void drop() {
    log.close();
    database.close();
  }

  @Test
  void namesSuspectsAndTheCondemnedComeWithTheLease() {
    Lease first = log.lease(new LeaseRequest("one", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
    assertThat(first.crashes()).isEqualTo(Crashes.NONE);
    assertThat(log.name(first.token(), named(false, 3, 10, 11))).isEqualTo(ShardSet.ALL);

    Lease second = takeOver();
    assertThat(second.crashes()).isEqualTo(new Crashes(1, 0, Set.of(10L, 11L), Set.of()));
    assertThat(log.name(first.token(), named(true, 3, 99))).as("lost").isEqualTo(ShardSet.NONE);
    log.name(second.token(), named(true, 3, 10));

    Lease third = takeOver();
    assertThat(third.crashes()).isEqualTo(new Crashes(2, 0, Set.of(10L), Set.of()));
    log.name(third.token(), named(true, 3, 10));

    Lease fourth = takeOver();
    assertThat(fourth.crashes().condemned()).containsExactly(10L);
    log.name(fourth.token(), named(false, 3, 12, 13));

    Lease fifth = takeOver();
    assertThat(fifth.crashes()).isEqualTo(new Crashes(4, 0, Set.of(12L, 13L), Set.of(10L)));
    log.clear(fifth.token());
    log.release(fifth.token());
    assertThat(
            log.lease(new LeaseRequest("six", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL))
                .crashes())
        .isEqualTo(Crashes.NONE);
  }

  /** In its shard the event was alone, and in its lane it was not. */
  @Test
  void eventInFlightWithOthersIsNotCountedAsAlone() {
    Lease lease = log.lease(new LeaseRequest("one", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
    for (int i = 0; i < 5; i++) {
      log.name(lease.token(), new Named(Map.of(3, List.of(10L), 4, List.of(11L)), false, 0));
      lease = takeOver();
      assertThat(lease.crashes()).isEqualTo(new Crashes(i + 1, 0, Set.of(10L, 11L), Set.of()));
    }
  }

  @Test
  void onlyCrashesAloneCondemn() {
    Lease lease = log.lease(new LeaseRequest("one", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
    log.name(lease.token(), named(false, 3, 10));
    log.name(takeOver().token(), named(true, 3, 10));
    Lease third = takeOver();
    assertThat(third.crashes().condemned()).isEmpty();
    log.name(third.token(), named(true, 3, 10));
    assertThat(takeOver().crashes().condemned()).containsExactly(10L);
  }

  @Test
  void releaseKeepsWhatACarefulLaneKnows() {
    Lease first = log.lease(new LeaseRequest("one", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
    log.name(first.token(), named(false, 3, 10, 11));
    Lease second = takeOver();
    log.name(second.token(), new Named(Map.of(3, List.of(12L)), true, 5));
    log.name(second.token(), new Named(Map.of(3, List.of(13L)), true, 2));
    log.release(second.token());
    assertThat(database.rows("SELECT trying::text FROM outbox.shard").stream().distinct())
        .containsExactly("null");
    Lease third = log.lease(new LeaseRequest("three", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
    assertThat(third.crashes()).isEqualTo(new Crashes(1, 7, Set.of(10L, 11L), Set.of()));
  }

  @Test
  void laneThatTakesBackItsOwnShardsWasNotKilled() {
    Lease lease = log.lease(new LeaseRequest("one", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
    log.name(lease.token(), named(true, 3, 10));
    database.execute(EXPIRE);
    Lease again =
        log.lease(new LeaseRequest("one", lease.token(), ShardSet.ALL, ShardSet.ALL, TTL, TTL));
    assertThat(again.progress()).isNotEmpty();
    assertThat(again.crashes()).isEqualTo(Crashes.NONE);
    assertThat(takeOver().crashes().suspects()).as("the control").containsExactly(10L);
  }

  private Lease takeOver() {
    database.execute(EXPIRE);
    return log.lease(new LeaseRequest("heir", null, ShardSet.NONE, ShardSet.ALL, TTL, TTL));
  }

  private static Named named(boolean alone, int shard, long... seqs) {
    return new Named(Map.of(shard, LongStream.of(seqs).boxed().toList()), alone, 0);
  }
}
