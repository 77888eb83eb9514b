package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.Named;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who has which shards, where they go on, and what is known of those who died. */
interface LeaseContract extends LogContract {

  @Test
  default void firstLaneTakesEveryShardFromTheStartOfTheLog() {
    Lease lease = lease();
    assertThat(lease.progress()).containsExactly(Progress.none(ShardSet.ALL));
    assertThat(lease.crashed()).isZero();
    assertThat(lease.crashes()).isEqualTo(Crashes.NONE);
  }

  @Test
  default void leasedShardIsNotTaken() {
    lease();
    assertThat(LogContract.shards(lease())).isEqualTo(ShardSet.NONE);
  }

  @Test
  default void expiredShardIsTakenWithALargerTokenAndCountsACrash() {
    Lease first = crash();
    Lease second = lease();
    assertThat(LogContract.shards(second)).isEqualTo(ShardSet.ALL);
    assertThat(second.token()).isGreaterThan(first.token());
    assertThat(second.crashed()).isEqualTo(ShardSet.COUNT);
    assertThat(second.crashes().most()).isEqualTo(1);
    assertThat(log().renew(first.token(), TTL)).isEqualTo(ShardSet.NONE);
  }

  @Test
  default void releasedShardIsFreeAtOnceAndCountsNoCrash() {
    log().release(lease().token());
    Lease second = lease();
    assertThat(LogContract.shards(second)).isEqualTo(ShardSet.ALL);
    assertThat(second.crashed()).isZero();
    assertThat(second.crashes()).isEqualTo(Crashes.NONE);
  }

  @Test
  default void renewedShardIsKept() {
    Lease lease = lease();
    pass(TTL.dividedBy(2));
    assertThat(log().renew(lease.token(), TTL)).isEqualTo(ShardSet.ALL);
    pass(TTL.dividedBy(2).plusSeconds(1));
    assertThat(LogContract.shards(lease())).isEqualTo(ShardSet.NONE);
  }

  @Test
  default void shardsOfALeaseWhoseAnswerWasLostComeAgain() {
    Lease lost = lease();
    Lease again = log().lease(LogContract.request(lost.token(), ShardSet.NONE));
    assertThat(again.token()).isEqualTo(lost.token());
    assertThat(LogContract.shards(again)).isEqualTo(ShardSet.ALL);
    assertThat(again.crashed()).isZero();
  }

  @Test
  default void barredShardComesBackIfItExpiredAndNobodyElseHadIt() {
    Lease lease = lease();
    LeaseRequest again = LogContract.request(lease.token(), ShardSet.ALL);
    assertThat(LogContract.shards(log().lease(again))).as("it has it").isEqualTo(ShardSet.NONE);
    pass(TTL.plusSeconds(1));
    assertThat(LogContract.shards(log().lease(again))).isEqualTo(ShardSet.ALL);
    pass(TTL.plusSeconds(1));
    lease();
    pass(TTL.plusSeconds(1));
    assertThat(LogContract.shards(log().lease(again))).isEqualTo(ShardSet.NONE);
  }

  @Test
  default void shardOfAnotherShareIsTakenAfterTheGrace() {
    ShardSet even = ShardSet.every(0, 2);
    log().release(lease().token());
    LeaseRequest half = new LeaseRequest("lane", null, ShardSet.NONE, even, GRACE, TTL);
    Lease first = log().lease(half);
    assertThat(LogContract.shards(first)).isEqualTo(even);
    pass(GRACE.plusSeconds(1));
    assertThat(LogContract.shards(log().lease(half))).isEqualTo(ShardSet.ALL);
  }

  @Test
  default void ownerLearnsThatASuccessorAsks() {
    Lease owner = lease();
    assertThat(settle(owner, 1, List.of()).wanted()).isEqualTo(ShardSet.NONE);
    Lease successor =
        log()
            .lease(
                new LeaseRequest(
                    "lane",
                    null,
                    ShardSet.NONE,
                    ShardSet.ALL,
                    GRACE,
                    TTL,
                    BlockingStreams.NONE,
                    true));
    assertThat(LogContract.shards(successor)).isEqualTo(ShardSet.NONE);
    assertThat(settle(owner, 2, List.of()).wanted()).isEqualTo(ShardSet.ALL);
    assertThat(log().states(owner.token()).wanted()).isEqualTo(ShardSet.ALL);
    log().release(owner.token());
    assertThat(log().states(lease().token()).wanted()).isEqualTo(ShardSet.NONE);
  }

  @Test
  default void shardsGoOnWhereTheirLastOwnerSettled() {
    Snapshot since = new Snapshot(7, 9, List.of(8L), 1000);
    Position open = new Position(since, new Snapshot(9, 9, List.of(), 2000), 17, 30);
    List<Progress> place = List.of(new Progress(ShardSet.ALL, since, Map.of("a", open)));
    Lease lease = lease();
    log().settle(new Settlement(lease.token(), 1, ShardSet.ALL, List.of(), List.of(), place));
    pass(TTL.plusSeconds(1));
    assertThat(crash().progress()).isEqualTo(place);
    assertThat(lease().progress()).as("the second owner died before it settled").isEqualTo(place);
  }

  @Test
  default void leaseOfMoreShardsKeepsThePlaceOfThoseThatTheLaneHas() {
    log().release(lease().token());
    ShardSet even = ShardSet.every(0, 2);
    Lease lease = log().lease(new LeaseRequest("lane", null, ShardSet.NONE, even, GRACE, TTL));
    Snapshot since = new Snapshot(7, 9, List.of(8L), 1000);
    Progress place = new Progress(even, since, Map.of());
    log().settle(new Settlement(lease.token(), 1, even, List.of(), List.of(), List.of(place)));
    Lease more = log().lease(LogContract.request(lease.token(), even));
    assertThat(LogContract.shards(more)).isEqualTo(ShardSet.every(1, 2));
    pass(TTL.plusSeconds(1));
    assertThat(lease().progress())
        .containsExactlyInAnyOrder(place, Progress.none(ShardSet.every(1, 2)));
  }

  private Crashes crash(boolean alone, Long... seqs) {
    Lease lease = lease();
    log().name(lease.token(), new Named(Map.of(3, List.of(seqs)), alone, 0));
    pass(TTL.plusSeconds(1));
    Lease next = lease();
    pass(TTL.plusSeconds(1));
    log().lease(LogContract.request(next.token(), ShardSet.ALL));
    log().release(next.token());
    return next.crashes();
  }

  @Test
  default void namedEventsAreSuspectedAfterACrash() {
    assertThat(crash(false, 5L, 6L)).isEqualTo(new Crashes(1, 0, Set.of(5L, 6L), Set.of()));
  }

  @Test
  default void eventThatWasNamedAloneAtTwoCrashesIsCondemned() {
    assertThat(crash(true, 5L).condemned()).isEmpty();
    Crashes second = crash(true, 5L);
    assertThat(second.most()).isEqualTo(2);
    assertThat(second.condemned()).containsExactly(5L);
  }

  @Test
  default void eventThatWasNamedInCompanyIsNotCondemned() {
    crash(false, 5L);
    assertThat(crash(true, 5L).condemned()).isEmpty();
  }

  @Test
  default void otherEventThatWasNamedAloneIsNotCondemned() {
    crash(true, 5L);
    Crashes second = crash(true, 6L);
    assertThat(second.condemned()).isEmpty();
    assertThat(second.suspects()).containsExactly(6L);
  }

  @Test
  default void answeredEventsAreCountedUntilTheNextCrash() {
    crash();
    Lease lease = lease();
    log().name(lease.token(), new Named(Map.of(), false, 3));
    log().name(lease.token(), new Named(Map.of(), false, 4));
    log().release(lease.token());
    Lease next = lease();
    assertThat(next.crashes().answered()).isEqualTo(7);
    pass(TTL.plusSeconds(1));
    assertThat(lease().crashes().answered()).isZero();
  }

  @Test
  default void clearedCrashesAreForgotten() {
    crash(true, 5L);
    Lease careful = lease();
    assertThat(careful.crashes().most()).as("the control").isEqualTo(1);
    log().clear(careful.token());
    log().release(careful.token());
    assertThat(lease().crashes()).isEqualTo(Crashes.NONE);
  }

  @Test
  default void namesOfALaneThatReleasedAreForgotten() {
    Lease lease = lease();
    log().name(lease.token(), new Named(Map.of(3, List.of(5L)), true, 0));
    log().release(lease.token());
    Duration silence = TTL.plusSeconds(1);
    pass(silence);
    crash();
    assertThat(lease().crashes().suspects()).isEmpty();
  }

  @Test
  default void namesAreWrittenInShardsOfTheTokenAlone() {
    Lease lost = crash();
    Lease lease = lease();
    Named names = new Named(Map.of(3, List.of(5L)), true, 0);
    assertThat(log().name(lost.token(), names)).isEqualTo(ShardSet.NONE);
    assertThat(log().name(lease.token(), names)).isEqualTo(ShardSet.ALL);
  }
}
