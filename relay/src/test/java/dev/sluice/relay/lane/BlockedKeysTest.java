package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.HeldKey;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BlockedKeysTest {

  private static final EventKey KEY = new EventKey("s", "k");
  private static final long NOW = Duration.ofDays(1).toNanos();

  private final BlockedKeys blocked = new BlockedKeys(3, new Random(1));

  private void learn(boolean stopped) {
    HeldKey key = new HeldKey(KEY, 4, Duration.ZERO, stopped);
    blocked.learn(List.of(key), ShardSet.ALL, NOW);
  }

  private List<EventKey> take() {
    return blocked.take(NOW, 100, key -> true);
  }

  @Test
  void stoppedKeyBlocksAndIsNotTried() {
    learn(true);
    assertThat(blocked.contains(KEY)).isTrue();
    assertThat(take()).isEmpty();
    assertThat(blocked.nextDue(NOW, key -> true)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void stoppedKeyIsTriedAgainWhenItIsNoLongerNamed() {
    learn(true);
    blocked.learn(List.of(), ShardSet.of(3), NOW);
    assertThat(take()).as("another shard's keys say nothing").isEmpty();
    blocked.learn(List.of(), ShardSet.of(4), NOW);
    assertThat(take()).containsExactly(KEY);
    blocked.read(KEY, true);
    assertThat(blocked.contains(KEY)).isFalse();
  }

  @Test
  void keyOfAShardThatWasLostMeanwhileIsNotLearnt() {
    HeldKey key = new HeldKey(KEY, 4, Duration.ZERO, false);
    blocked.learn(List.of(key), ShardSet.of(3), NOW);
    assertThat(blocked.contains(KEY)).isFalse();
  }

  @Test
  void keyWhoseHeadIsFoundDeadIsStopped() {
    learn(false);
    assertThat(take()).containsExactly(KEY);
    blocked.stop(KEY);
    assertThat(take()).isEmpty();
    learn(false);
    assertThat(take()).as("it was redriven").containsExactly(KEY);
  }

  @Test
  void streamIsFullUntilAKeyIsFree() {
    List<HeldKey> keys =
        IntStream.range(0, 3)
            .mapToObj(i -> new HeldKey(new EventKey("s", "k" + i), i, Duration.ZERO, false))
            .toList();
    blocked.learn(keys.subList(0, 2), ShardSet.ALL, NOW);
    assertThat(blocked.full("s")).isFalse();
    blocked.learn(keys, ShardSet.ALL, NOW);
    assertThat(blocked.full("s")).isTrue();
    assertThat(blocked.full("other")).isFalse();
    take();
    blocked.read(new EventKey("s", "k1"), true);
    assertThat(blocked.full("s")).isFalse();
    blocked.learn(keys, ShardSet.ALL, NOW);
    blocked.lose(ShardSet.of(0));
    assertThat(blocked.full("s")).isFalse();
  }
}
