package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.HeldKey;
import dev.sluice.relay.spi.OutboxMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SettledKeysTest {

  private static final EventKey KEY = new EventKey("s", "k");
  private static final ShardSet SHARD = ShardSet.of(3);

  private final BlockedKeys blocked = new BlockedKeys(3, new Random(1));

  private static LogEvent event() {
    OutboxMessage message =
        new OutboxMessage(
            1,
            new UUID(0, 1),
            "s",
            "T",
            null,
            null,
            "k",
            new byte[0],
            false,
            "t",
            Map.of(),
            Instant.EPOCH,
            1);
    return new LogEvent(message, 0, 3, 0, false, null);
  }

  private void learn() {
    blocked.learn(List.of(new HeldKey(KEY, 3, Duration.ZERO, false)), SHARD, 0);
  }

  private List<EventKey> take() {
    return blocked.take(1, 10, key -> true);
  }

  @Test
  void keyIsNotReadWhileItsEventIsBeingSettled() {
    blocked.hold(event(), 0);
    assertThat(take()).isEmpty();
    blocked.settled(KEY);
    assertThat(take()).containsExactly(KEY);
  }

  /** The shard was lost with an event of it in a settle, and the key was learned anew. */
  @Test
  void settleOfAKeyThatWasLostDoesNotKeepItFromBeingRead() {
    blocked.hold(event(), 0);
    blocked.lose(SHARD);
    learn();
    blocked.settled(KEY);
    assertThat(take()).containsExactly(KEY);
    blocked.hold(event(), 0);
    blocked.read(KEY, false);
    assertThat(take()).as("while the next one is being settled").isEmpty();
  }
}
