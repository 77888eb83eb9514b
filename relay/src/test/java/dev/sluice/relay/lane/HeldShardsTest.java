package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a lane may still start, by its own clock, and when it asks the database again. */
final class HeldShardsTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long TTL = 6 * SECOND;
  private static final long ASKED = 1_000 * SECOND;

  private final HeldShards held = new HeldShards(Duration.ofSeconds(6));

  private static ShardSet shards(Integer... numbers) {
    return ShardSet.of(List.of(numbers));
  }

  @Test
  void nothingIsSafeBeforeALeaseIsHeld() {
    assertThat(held.safeFor(0, 0)).isFalse();
    assertThat(held.token()).isNull();
    assertThat(held.askedOnce()).isFalse();
    assertThat(held.acquisitionDue(Long.MIN_VALUE)).isTrue();
    assertThat(held.renewalDue(Long.MAX_VALUE - 1)).isFalse();
  }

  @Test
  void leaseIsSafeFromTheMomentItWasAskedFor() {
    held.leased(1, shards(4, 5), ASKED);
    assertThat(held.safeFor(0, ASKED + TTL - 1)).isTrue();
    assertThat(held.safeFor(0, ASKED + TTL)).isFalse();
  }

  @Test
  void whatTakesLongerThanTheLeaseLastsIsNotSafe() {
    held.leased(1, shards(4), ASKED);
    assertThat(held.safeFor(2 * SECOND, ASKED + 4 * SECOND - 1)).isTrue();
    assertThat(held.safeFor(2 * SECOND, ASKED + 4 * SECOND)).isFalse();
  }

  @Test
  void nothingIsSafeOnceTheLaneWasToldToEnd() {
    held.leased(1, shards(4), ASKED);
    held.end(true);
    assertThat(held.safeFor(0, ASKED)).isFalse();
  }

  @Test
  void renewalIsDueAfterAThirdOfTheLease() {
    held.leased(1, shards(4), ASKED);
    assertThat(held.renewalDue(ASKED + 2 * SECOND - 1)).isFalse();
    assertThat(held.renewalDue(ASKED + 2 * SECOND)).isTrue();
  }

  @Test
  void renewalProlongsFromTheMomentItWasAskedFor() {
    held.leased(1, shards(4), ASKED);
    held.renewed(ASKED + 3 * SECOND);
    assertThat(held.safeFor(0, ASKED + 9 * SECOND - 1)).isTrue();
    assertThat(held.safeFor(0, ASKED + 9 * SECOND)).isFalse();
    assertThat(held.renewalDue(ASKED + 5 * SECOND)).isTrue();
  }

  @Test
  void moreShardsProlongNothingThatWasHeldBefore() {
    held.leased(1, shards(4), ASKED);
    held.leased(1, shards(5), ASKED + 3 * SECOND);
    assertThat(held.shards()).isEqualTo(shards(4, 5));
    assertThat(held.safeFor(0, ASKED + TTL)).isFalse();
    assertThat(held.most()).isEqualTo(2);
  }

  @Test
  void restIsKeptWhenSomeAreLost() {
    held.leased(8, shards(1, 2, 3), ASKED);
    held.lose(shards(1, 3));
    assertThat(held.shards()).isEqualTo(shards(2));
    assertThat(held.token()).isEqualTo(8);
    assertThat(held.safeFor(0, ASKED)).isTrue();
    assertThat(held.most()).isEqualTo(3);
  }

  @Test
  void tokenIsForgottenWhenAllIsLost() {
    held.leased(8, shards(1, 2), ASKED);
    held.lose(shards(1, 2));
    assertThat(held.token()).isNull();
    assertThat(held.safeFor(0, ASKED)).isFalse();
    assertThat(held.renewalDue(ASKED + TTL)).isFalse();
    held.leased(9, shards(2), ASKED + TTL);
    assertThat(held.token()).isEqualTo(9);
    assertThat(held.safeFor(0, ASKED + 2 * TTL - 1)).isTrue();
  }

  @Test
  void whoIsAskedForItsOwnShareHandsOver() {
    held.leased(1, shards(1, 2, 3), ASKED);
    assertThat(held.handsOver(shards(1, 2))).as("nobody asks").isFalse();
    held.wanted(shards(1));
    assertThat(held.handsOver(shards(1, 2))).as("a part of it").isFalse();
    held.wanted(shards(2));
    assertThat(held.handsOver(shards(1, 2))).isTrue();
  }

  /** Its own successor comes within a minute; until then nobody else would serve the share. */
  @Test
  void whoIsAskedForShardsOfADeadLaneGoesOn() {
    held.leased(1, shards(1, 2, 3), ASKED);
    held.wanted(shards(3));
    assertThat(held.handsOver(shards(1, 2))).isFalse();
    held.lose(shards(1, 2));
    assertThat(held.handsOver(shards(1, 2))).as("it has nothing else").isTrue();
  }

  @Test
  void whatWasAskedOfAnEarlierLeaseIsForgotten() {
    held.leased(1, shards(1), ASKED);
    held.wanted(shards(1));
    held.lose(shards(1));
    held.leased(2, shards(1), ASKED);
    assertThat(held.handsOver(shards(1))).isFalse();
  }

  /** Old events of it may be under way. */
  @Test
  void lostShardIsBarredUntilTheLaneIsQuiet() {
    held.leased(8, shards(1, 2), ASKED);
    held.lose(shards(1));
    assertThat(held.barred(false)).isEqualTo(shards(1, 2));
    assertThat(held.barred(true)).isEqualTo(shards(2));
    assertThat(held.barred(false)).isEqualTo(shards(2));
  }

  @Test
  void freeShardsAreAskedForNowAndThen() {
    held.leased(1, ShardSet.NONE, ASKED);
    assertThat(held.askedOnce()).isTrue();
    assertThat(held.token()).isNull();
    assertThat(held.acquisitionDue(ASKED + SECOND / 20 - 1)).isFalse();
    assertThat(held.acquisitionDue(ASKED + SECOND / 20)).isTrue();
    assertThat(held.nextDue()).isEqualTo(ASKED + SECOND / 20);
    held.leased(1, shards(4), ASKED);
    assertThat(held.acquisitionDue(ASKED + 5 * SECOND - 1)).as("with a shard").isFalse();
    assertThat(held.acquisitionDue(ASKED + 5 * SECOND)).isTrue();
    held.askNow();
    assertThat(held.acquisitionDue(ASKED)).isTrue();
  }

  @Test
  void whoHoldsEveryShardAsksForNoMore() {
    held.leased(1, ShardSet.ALL, ASKED);
    assertThat(held.acquisitionDue(Long.MAX_VALUE)).isFalse();
    assertThat(held.nextDue()).as("the renewal").isEqualTo(ASKED + 2 * SECOND);
  }

  @Test
  void silentDatabaseIsAskedAgainWhileTheLeaseRunsOn() {
    held.leased(1, shards(4), ASKED);
    held.askLater(ASKED + 3 * SECOND);
    assertThat(held.renewalDue(ASKED + 4 * SECOND - 1)).isFalse();
    assertThat(held.renewalDue(ASKED + 4 * SECOND)).isTrue();
    assertThat(held.safeFor(0, ASKED + TTL - 1)).isTrue();
    assertThat(held.safeFor(0, ASKED + TTL)).isFalse();
  }
}
