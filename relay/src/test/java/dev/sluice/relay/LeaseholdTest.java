package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LeaseholdTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long TTL = 6 * SECOND;
  private static final long ASKED = 1_000 * SECOND;

  private final Leasehold leasehold = new Leasehold(Duration.ofSeconds(6));

  private static Lease lease(long token, int... shards) {
    return crashed(token, 0, shards);
  }

  private static Lease crashed(long token, int crashes, int... shards) {
    return new Lease(
        token,
        IntStream.of(shards)
            .mapToObj(shard -> new Lease.Held(shard, crashes, null, 0, crashes > 0))
            .toList());
  }

  @Test
  void nothingIsSafeBeforeALeaseIsHeld() {
    assertThat(leasehold.safeFor(0, 0)).isFalse();
    assertThat(leasehold.token()).isNull();
    assertThat(leasehold.askedOnce()).isFalse();
    assertThat(leasehold.acquisitionDue(Long.MIN_VALUE)).isTrue();
  }

  @Test
  void leaseIsSafeFromTheMomentItWasAskedFor() {
    leasehold.leased(lease(1, 4, 5), ASKED);
    assertThat(leasehold.safeFor(0, ASKED + TTL - 1)).isTrue();
    assertThat(leasehold.safeFor(0, ASKED + TTL)).isFalse();
  }

  @Test
  void whatTakesLongerThanTheLeaseLastsIsNotSafe() {
    leasehold.leased(lease(1, 4), ASKED);
    assertThat(leasehold.safeFor(2 * SECOND, ASKED + 4 * SECOND - 1)).isTrue();
    assertThat(leasehold.safeFor(2 * SECOND, ASKED + 4 * SECOND)).isFalse();
  }

  @Test
  void renewalIsDueAfterAThirdOfTheLease() {
    leasehold.leased(lease(1, 4), ASKED);
    assertThat(leasehold.renewalDue(ASKED + 2 * SECOND - 1)).isFalse();
    assertThat(leasehold.renewalDue(ASKED + 2 * SECOND)).isTrue();
  }

  @Test
  void renewalProlongsFromTheMomentItWasAskedFor() {
    leasehold.leased(lease(1, 4), ASKED);
    leasehold.renewed(ASKED + 3 * SECOND);
    assertThat(leasehold.safeFor(0, ASKED + 9 * SECOND - 1)).isTrue();
    assertThat(leasehold.safeFor(0, ASKED + 9 * SECOND)).isFalse();
    assertThat(leasehold.renewalDue(ASKED + 5 * SECOND)).isTrue();
  }

  @Test
  void moreShardsProlongNothingThatWasHeldBefore() {
    leasehold.leased(lease(1, 4), ASKED);
    leasehold.leased(lease(1, 5), ASKED + 3 * SECOND);
    assertThat(leasehold.shards()).containsExactly(4, 5);
    assertThat(leasehold.safeFor(0, ASKED + TTL)).isFalse();
    assertThat(leasehold.mostShards()).isEqualTo(2);
  }

  @Test
  void lostShardsAreNamedAndTheRestIsKept() {
    leasehold.leased(lease(8, 1, 2, 3), ASKED);
    assertThat(leasehold.retain(Set.of(2, 9))).containsExactly(1, 3);
    assertThat(leasehold.holds(2)).isTrue();
    assertThat(leasehold.holds(1)).isFalse();
    assertThat(leasehold.holds(9)).isFalse();
    assertThat(leasehold.token()).isEqualTo(8);
    assertThat(leasehold.mostShards()).isEqualTo(3);
  }

  @Test
  void tokenIsForgottenWhenAllIsLost() {
    leasehold.leased(lease(8, 1, 2), ASKED);
    assertThat(leasehold.retain(Set.of())).containsExactly(1, 2);
    assertThat(leasehold.token()).isNull();
    assertThat(leasehold.safeFor(0, ASKED)).isFalse();
    assertThat(leasehold.renewalDue(ASKED + TTL)).isFalse();
    leasehold.leased(lease(9, 2), ASKED + TTL);
    assertThat(leasehold.token()).isEqualTo(9);
    assertThat(leasehold.safeFor(0, ASKED + 2 * TTL - 1)).isTrue();
  }

  @Test
  void freeShardsAreAskedForSoonWithoutAnyAndRarelyWithSome() {
    leasehold.leased(lease(0), ASKED);
    assertThat(leasehold.askedOnce()).isTrue();
    assertThat(leasehold.acquisitionDue(ASKED + SECOND / 4 - 1)).isFalse();
    assertThat(leasehold.acquisitionDue(ASKED + SECOND / 4)).isTrue();
    leasehold.leased(lease(1, 4), ASKED);
    assertThat(leasehold.acquisitionDue(ASKED + 2 * SECOND - 1)).isFalse();
    assertThat(leasehold.acquisitionDue(ASKED + 2 * SECOND)).isTrue();
    assertThat(leasehold.nextDue()).isEqualTo(ASKED + 2 * SECOND);
  }

  @Test
  void whoHoldsEveryShardAsksForNoMore() {
    leasehold.leased(lease(1, IntStream.range(0, Lease.SHARDS).toArray()), ASKED);
    assertThat(leasehold.acquisitionDue(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void silentDatabaseIsAskedAgainWhileTheLeaseRunsOn() {
    leasehold.leased(lease(1, 4), ASKED);
    leasehold.askLater(ASKED + 3 * SECOND);
    assertThat(leasehold.renewalDue(ASKED + 3 * SECOND + SECOND / 4 - 1)).isFalse();
    assertThat(leasehold.renewalDue(ASKED + 3 * SECOND + SECOND / 4)).isTrue();
    assertThat(leasehold.safeFor(0, ASKED + TTL - 1)).isTrue();
    assertThat(leasehold.safeFor(0, ASKED + TTL)).isFalse();
  }

  @Test
  void afterOneCrashBatchesAreSmallAndAfterTwoEventsGoAlone() {
    leasehold.leased(lease(1, 1), ASKED);
    assertThat(leasehold.careful()).isFalse();
    leasehold.leased(crashed(1, 1, 2), ASKED);
    assertThat(leasehold.careful()).isTrue();
    assertThat(leasehold.alone()).isFalse();
    assertThat(leasehold.publishLimit()).isEqualTo(32);
    leasehold.leased(crashed(1, 2, 3), ASKED);
    assertThat(leasehold.alone()).isTrue();
    assertThat(leasehold.publishLimit()).isEqualTo(1);
  }

  @Test
  void worstShardSetsTheCare() {
    leasehold.leased(crashed(1, 2, 3), ASKED);
    leasehold.leased(crashed(1, 1, 4), ASKED);
    leasehold.leased(lease(1, 5), ASKED);
    assertThat(leasehold.alone()).isTrue();
  }

  @Test
  void placeOfACrashIsPassedWhenAllThatWasInFlightIsPublished() {
    leasehold.leased(crashed(1, 1, 3), ASKED);
    leasehold.publishedCarefully(99);
    assertThat(leasehold.passed(100)).isFalse();
    leasehold.publishedCarefully(1);
    assertThat(leasehold.passed(100)).isTrue();
    leasehold.acquitted();
    assertThat(leasehold.careful()).isFalse();
    assertThat(leasehold.passed(0)).isFalse();
  }

  @Test
  void anotherCrashedShardStartsTheCountAnew() {
    leasehold.leased(crashed(1, 1, 3), ASKED);
    leasehold.publishedCarefully(99);
    leasehold.leased(crashed(1, 1, 4), ASKED);
    leasehold.publishedCarefully(1);
    assertThat(leasehold.passed(100)).isFalse();
  }
}
