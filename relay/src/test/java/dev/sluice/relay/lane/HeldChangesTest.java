package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.HeldKey;
import dev.sluice.relay.lane.HeldChanges.Found;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An operator changes outbox.held at any moment, and the lane learns of it. */
final class HeldChangesTest {

  private static final EventKey KEY = new EventKey("s", "k");
  private static final ShardSet FIRST = ShardSet.of(List.of(1, 2));
  private static final ShardSet SECOND = ShardSet.of(3);

  private final HeldShards held = new HeldShards(Duration.ofSeconds(10));
  private final BlockedKeys blocked = new BlockedKeys(BlockedKeys.MOST_OF_STREAM, new Random(1));
  private final HeldChanges changes = new HeldChanges(held, blocked, BlockingStreams.NONE);
  private long changed = 7;
  private int shardOfKey = 1;

  private final EventLog log =
      (EventLog)
          Proxy.newProxyInstance(
              EventLog.class.getClassLoader(),
              new Class<?>[] {EventLog.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "states" ->
                        new States(Set.of(), Set.of(), Map.of(), changed, ShardSet.NONE);
                    case "blocked" -> keysOf((ShardSet) arguments[0]);
                    default -> throw new IllegalStateException(method.getName());
                  });

  private List<HeldKey> keysOf(ShardSet shards) {
    return shards.contains(shardOfKey)
        ? List.of(new HeldKey(KEY, shardOfKey, Duration.ZERO, false))
        : List.of();
  }

  private void lease(ShardSet shards) {
    held.leased(1, shards, 0);
    changes.forget();
  }

  private void look() {
    changes.learn(changes.look().apply(log), 0);
  }

  /** The first count says nothing of the time since the lease. */
  @Test
  void changeBetweenTheLeaseAndTheFirstLookIsFound() {
    lease(FIRST);
    look();
    assertThat(blocked.contains(KEY)).isTrue();
  }

  @Test
  void nothingIsReadWhereNothingChanged() {
    lease(FIRST);
    shardOfKey = 9;
    look();
    shardOfKey = 1;
    look();
    assertThat(blocked.contains(KEY)).isFalse();
    changed++;
    look();
    assertThat(blocked.contains(KEY)).isTrue();
  }

  @Test
  void changeIsFoundInShardsThatCameDuringTheLook() {
    shardOfKey = 3;
    lease(FIRST);
    Found found = changes.look().apply(log);
    held.leased(1, SECOND, 0);
    changes.learn(found, 0);
    assertThat(blocked.contains(KEY)).isFalse();
    look();
    assertThat(blocked.contains(KEY)).isTrue();
  }

  @Test
  void changeIsFoundInShardsThatCameAfterTheLook() {
    shardOfKey = 3;
    lease(FIRST);
    look();
    lease(SECOND);
    look();
    assertThat(blocked.contains(KEY)).isTrue();
  }

  @Test
  void keysOfShardsThatWentDuringTheLookAreLeftToTheirNextOwner() {
    lease(FIRST);
    Found found = changes.look().apply(log);
    held.lose(ShardSet.of(1));
    changes.learn(found, 0);
    assertThat(blocked.contains(KEY)).isFalse();
  }
}
