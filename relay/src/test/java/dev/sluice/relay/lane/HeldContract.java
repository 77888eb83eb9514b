package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.HeldHeads;
import dev.sluice.relay.lane.EventLog.HeldKey;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.lane.Settlement.Change.Dead;
import dev.sluice.relay.lane.Settlement.Change.Failed;
import dev.sluice.relay.lane.Settlement.Change.Released;
import dev.sluice.relay.lane.Settlement.Change.Waiting;
import dev.sluice.relay.testing.Environments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules of settling, and of events that are held. */
interface HeldContract extends LogContract {

  Duration DELAY = Duration.ofSeconds(10);

  BlockingStreams BLOCKING =
      new BlockingStreams(
          RelayConfig.parse(
                  Environments.with(
                      Map.of(
                          "SLUICE_ROUTES",
                          "[{\"stream\":\"a\",\"destination\":\"fake:one\",\"onDead\":\"BLOCK\"}]")))
              .routes());

  private static Change failed(LogEvent event, int failures) {
    return new Failed(event, failures, "BUSY", "this time", DELAY);
  }

  private static Change dead(LogEvent event) {
    return new Dead(event, 1, "BAD", "always");
  }

  private HeldHeads heads(int limit, BlockingStreams blocking) {
    return log().heads(new HeadRequest(List.of(KEY), limit, BYTES, blocking));
  }

  private LogEvent append() {
    return read(KEY, append(KEY));
  }

  @Test
  default void settlementIsWrittenOnceHoweverOftenItComes() {
    LogEvent event = append();
    Lease lease = lease();
    for (int i = 0; i < 2; i++) {
      assertThat(settle(lease, 1, List.of(LogContract.delivery(event))).shards())
          .isEqualTo(ShardSet.ALL);
    }
    assertThat(ledger()).containsExactly(event.seq());
  }

  @Test
  default void settlementThatComesAgainUndoesNoOperatorsChange() {
    LogEvent event = append();
    Lease lease = lease();
    hold(lease, 1, dead(event));
    redrive(event.seq());
    hold(lease, 1, dead(event));
    assertThat(heads(10, BLOCKING).events()).hasSize(1);
  }

  @Test
  default void laneThatLostItsShardsSettlesNothing() {
    LogEvent event = append();
    Lease lost = crash();
    lease();
    assertThat(settle(lost, 1, List.of(LogContract.delivery(event)), new Waiting(event)).shards())
        .isEqualTo(ShardSet.NONE);
    assertThat(ledger()).isEmpty();
    assertThat(log().blocked(ShardSet.ALL, BLOCKING)).isEmpty();
  }

  @Test
  default void settlementOfOtherShardsThanTheLanesIsNotWritten() {
    LogEvent event = append();
    Lease lease = lease();
    ShardSet fewer = ShardSet.ALL.without(ShardSet.of(event.shard() == 0 ? 1 : 0));
    Settlement settlement =
        new Settlement(
            lease.token(), 1, fewer, List.of(LogContract.delivery(event)), List.of(), List.of());
    assertThat(log().settle(settlement).shards()).isEqualTo(ShardSet.ALL);
    assertThat(ledger()).isEmpty();
  }

  @Test
  default void waitingEventBlocksItsKeyAndMayBeTried() {
    LogEvent event = append();
    hold(lease(), 1, new Waiting(event));
    assertThat(log().blocked(ShardSet.ALL, BLOCKING))
        .containsExactly(new HeldKey(KEY, event.shard(), Duration.ZERO, false));
    LogEvent head = heads(10, BLOCKING).events().getFirst();
    assertThat(head.seq()).isEqualTo(event.seq());
    assertThat(head.held()).isTrue();
    assertThat(head.message().attempt()).isEqualTo(1);
  }

  @Test
  default void keyIsBlockedInItsShardAndForItsNextOwner() {
    LogEvent event = append();
    Lease lease = lease();
    hold(lease, 1, new Waiting(event));
    ShardSet others = ShardSet.ALL.without(ShardSet.of(event.shard()));
    assertThat(log().blocked(others, BLOCKING)).isEmpty();
    log().release(lease.token());
    assertThat(lease().blocked()).extracting(HeldKey::key).containsExactly(KEY);
  }

  @Test
  default void failedEventWaitsForItsRetryAndThoseBehindIt() {
    LogEvent first = append();
    LogEvent second = append();
    hold(lease(), 1, failed(first, 3), new Waiting(second));
    HeldHeads early = heads(10, BLOCKING);
    assertThat(early.events()).isEmpty();
    assertThat(early.waits().get(KEY)).isPositive().isLessThanOrEqualTo(DELAY);
    assertThat(log().blocked(ShardSet.ALL, BLOCKING).getFirst().due()).isPositive();
    pass(DELAY.plusSeconds(1));
    List<LogEvent> late = heads(10, BLOCKING).events();
    assertThat(LogContract.seqs(late)).containsExactly(first.seq(), second.seq());
    assertThat(late.getFirst().message().attempt()).isEqualTo(4);
  }

  @Test
  default void noMoreOfAKeyAreReadThanWereAskedFor() {
    LogEvent first = append();
    hold(lease(), 1, new Waiting(first), new Waiting(append()));
    assertThat(LogContract.seqs(heads(1, BLOCKING).events())).containsExactly(first.seq());
  }

  @Test
  default void keyForWhoseEventNoRoomIsLeftIsUnread() {
    long transaction = begin();
    long large = append(transaction, KEY, 60_000);
    long behind = append(transaction, OTHER, 60_000);
    commit(transaction);
    hold(lease(), 1, new Waiting(read(KEY, large)), new Waiting(read(OTHER, behind)));
    HeldHeads heads = log().heads(new HeadRequest(List.of(KEY, OTHER), 10, 100_000, BLOCKING));
    assertThat(LogContract.seqs(heads.events())).containsExactly(large);
    assertThat(heads.unread()).containsExactly(OTHER);
  }

  @Test
  default void deadEventStopsItsKeyWhereTheStreamBlocksAndThereAlone() {
    LogEvent first = append();
    LogEvent second = append();
    hold(lease(), 1, dead(first), new Waiting(second));
    assertThat(LogContract.seqs(heads(10, BlockingStreams.NONE).events()))
        .containsExactly(second.seq());
    assertThat(heads(10, BLOCKING).events()).isEmpty();
    assertThat(heads(10, BLOCKING).stopped()).containsExactly(KEY);
    assertThat(log().blocked(ShardSet.ALL, BLOCKING))
        .containsExactly(new HeldKey(KEY, first.shard(), Duration.ZERO, true));
    assertThat(log().blocked(ShardSet.ALL, BlockingStreams.NONE))
        .containsExactly(new HeldKey(KEY, first.shard(), Duration.ZERO, false));
  }

  @Test
  default void eventBeforeADeadOneIsTried() {
    LogEvent first = append();
    LogEvent second = append();
    hold(lease(), 1, new Waiting(first), dead(second));
    HeldHeads heads = heads(10, BLOCKING);
    assertThat(LogContract.seqs(heads.events())).containsExactly(first.seq());
    assertThat(heads.stopped()).isEmpty();
  }

  @Test
  default void keyWithoutHeldEventsIsInNoAnswer() {
    LogEvent event = append();
    Lease lease = lease();
    hold(lease, 1, new Waiting(event));
    LogEvent head = heads(10, BLOCKING).events().getFirst();
    assertThat(settle(lease, 2, List.of(LogContract.delivery(head)), new Released(head)).shards())
        .isEqualTo(ShardSet.ALL);
    assertThat(heads(10, BLOCKING))
        .isEqualTo(new HeldHeads(List.of(), List.of(), Map.of(), Set.of()));
    assertThat(log().blocked(ShardSet.ALL, BLOCKING)).isEmpty();
    assertThat(ledger()).containsExactly(event.seq());
  }

  @Test
  default void redrivenEventIsTriedAndCounted() {
    LogEvent event = append();
    Lease lease = lease();
    hold(lease, 1, dead(event));
    long before = log().states(lease.token()).heldChanges();
    redrive(event.seq());
    assertThat(log().states(lease.token()).heldChanges()).isGreaterThan(before);
    LogEvent head = heads(10, BLOCKING).events().getFirst();
    assertThat(head.message().attempt()).isEqualTo(1);
  }
}
