package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partition without a leader, or an entry with which the service fails each time. */
final class StuckKeyTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final AtomicInteger tries = new AtomicInteger();
  private volatile boolean back;

  private PublishOutcome take(OutboxMessage message) {
    if (message.key().startsWith("bad") && !back) {
      tries.incrementAndGet();
      return new Unavailable("LEADERLESS", "nobody takes it");
    }
    return new Delivered("-");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void stuckKeyDelaysItsNeighboursForSecondsAndItselfForLong(long seed) {
    VirtualLane lane = new VirtualLane("LOOP", seed);
    lane.broker.answers(this::take);
    lane.append("bad");
    lane.until(() -> tries.get() > 0, MINUTE);
    lane.append("bad");
    for (int i = 0; i < 200; i++) {
      String key = "good-" + i;
      lane.append(key);
      assertThat(lane.until(() -> lane.delivered(key), MINUTE)).isLessThan(Duration.ofSeconds(5));
    }
    assertThat(tries.get()).as("tries of the stuck key").isBetween(3, 12);
    assertThat(lane.failures(1)).as("attempts that count").isZero();

    back = true;
    assertThat(lane.until(() -> lane.broker.delivered().size() == 202, MINUTE))
        .isLessThan(Duration.ofSeconds(35));
    assertThat(lane.broker.delivered())
        .filteredOn(message -> message.key().equals("bad"))
        .extracting(OutboxMessage::seq)
        .containsExactly(1L, 2L);
    assertThat(lane.broker.delivered()).extracting(OutboxMessage::attempt).containsOnly(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void stuckKeysThatKeepComingDelayNobodyForLong(long seed) {
    VirtualLane lane = new VirtualLane("LOOP", seed);
    lane.broker.answers(this::take);
    for (int i = 0; i < 100; i++) {
      String key = "good-" + i;
      lane.append("bad-" + i, key);
      assertThat(lane.until(() -> lane.delivered(key), MINUTE)).isLessThan(Duration.ofSeconds(5));
    }
    back = true;
    assertThat(lane.until(() -> lane.broker.delivered().size() == 200, MINUTE))
        .isLessThan(Duration.ofSeconds(35));
    assertThat(lane.broker.delivered()).extracting(OutboxMessage::attempt).containsOnly(1);
  }

  /** What is behind it in the log is no probe, and costs none. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void backlogOfAStuckKeyDelaysNobodyForLong(long seed) {
    VirtualLane lane = new VirtualLane("LOOP", seed);
    lane.broker.answers(this::take);
    lane.append("bad");
    lane.until(() -> tries.get() > 0, MINUTE);
    for (int i = 0; i < 300; i++) {
      lane.append("bad");
    }
    lane.append("good");
    assertThat(lane.until(() -> lane.delivered("good"), MINUTE)).isLessThan(Duration.ofSeconds(10));
  }

  /** Each invocation is a lane that knows nothing of the last one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyInvocationDeliversTheNeighbours(long seed) {
    VirtualLane lane = new VirtualLane("DRAIN", seed);
    lane.broker.answers(this::take);
    lane.append("bad");
    lane.invocation();
    lane.append("good-0");
    for (int i = 0; i < 10 && !lane.delivered("good-0"); i++) {
      lane.invocation();
    }
    assertThat(lane.delivered("good-0")).as("a probe found the destination").isTrue();
    for (int i = 1; i < 10; i++) {
      lane.append("good-" + i);
      lane.invocation();
      assertThat(lane.delivered("good-" + i)).isTrue();
    }
    assertThat(lane.failures(1)).isZero();
  }

  /** The control: what is down altogether is tried now and then, and not with every event. */
  @Test
  void destinationThatTakesNothingIsLeftAlone() {
    VirtualLane lane = new VirtualLane("LOOP", 1);
    lane.broker.answers(this::take);
    for (int i = 0; i < 100; i++) {
      lane.append("bad-" + i);
      lane.until(() -> false, Duration.ofMillis(600));
    }
    assertThat(tries.get()).isBetween(3, 15);
    back = true;
    assertThat(lane.until(() -> lane.broker.delivered().size() == 100, MINUTE))
        .isLessThan(Duration.ofSeconds(35));
  }
}
