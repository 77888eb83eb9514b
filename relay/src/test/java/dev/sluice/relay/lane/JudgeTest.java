package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.config.OnDead;
import dev.sluice.relay.config.RetryPolicy;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class JudgeTest {

  private static final Retryable FAILURE = new Retryable("BUSY", "later");
  private static final Unavailable OUTAGE = new Unavailable("DOWN", "nobody answers");
  private static final Duration DELAY = Duration.ofSeconds(3);
  private static final Route ROUTE =
      new Route(
          "*",
          Destination.parse("fake:a", Format.RAW, true),
          OnDead.CONTINUE,
          new RetryPolicy.Listed(List.of(DELAY)),
          5);

  private static LogEvent event(int attempt, int maxAttempts, boolean held) {
    OutboxMessage message =
        new OutboxMessage(
            7,
            new UUID(0, 7),
            "orders",
            "T",
            null,
            null,
            "key",
            new byte[0],
            false,
            "application/json",
            Map.of(),
            Instant.EPOCH,
            attempt);
    return new LogEvent(message, 3, 4, maxAttempts, held, null);
  }

  private static @Nullable Change decide(LogEvent event, PublishOutcome outcome, boolean blocked) {
    return Judge.decide(event, outcome, blocked, ROUTE, new Random(1));
  }

  @Test
  void failureWaitsForItsRetry() {
    LogEvent event = event(4, 0, false);
    assertThat(decide(event, FAILURE, false))
        .isEqualTo(new Change.Failed(event, 4, "BUSY", "later", DELAY));
  }

  @Test
  void lastAttemptOfTheRouteIsTheEnd() {
    LogEvent event = event(5, 0, true);
    assertThat(decide(event, FAILURE, false)).isEqualTo(new Change.Dead(event, 5, "BUSY", "later"));
    assertThat(decide(event(6, 0, true), FAILURE, false))
        .as("the limit was larger once")
        .isInstanceOf(Change.Dead.class);
  }

  @Test
  void chanceSpreadsTheWait() {
    Duration base = Duration.ofSeconds(2);
    Route route =
        new Route(
            "*",
            Destination.parse("fake:a", Format.RAW, true),
            OnDead.CONTINUE,
            new RetryPolicy.Exponential(base, Duration.ofMinutes(10), 2, 0.5),
            5);
    Random random = new Random(1);
    Set<Duration> delays = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      if (Judge.decide(event(1, 0, false), FAILURE, false, route, random)
          instanceof Change.Failed failed) {
        delays.add(failed.delay());
      }
    }
    assertThat(delays)
        .hasSizeGreaterThan(50)
        .allSatisfy(
            d -> assertThat(d).isBetween(base.dividedBy(2), base.multipliedBy(3).dividedBy(2)));
  }

  @Test
  void eventsOwnLimitComesBeforeTheRoutes() {
    assertThat(decide(event(2, 2, false), FAILURE, false)).isInstanceOf(Change.Dead.class);
    assertThat(decide(event(5, 6, false), FAILURE, false)).isInstanceOf(Change.Failed.class);
  }

  @Test
  void rejectedEventIsDeadAtOnce() {
    LogEvent event = event(1, 0, false);
    assertThat(decide(event, new Rejected("BAD", "always"), false))
        .isEqualTo(new Change.Dead(event, 1, "BAD", "always"));
  }

  @Test
  void outageCountsNothing() {
    LogEvent event = event(1, 0, false);
    assertThat(decide(event, OUTAGE, false)).isEqualTo(new Change.Waiting(event));
    assertThat(decide(event(1, 0, true), OUTAGE, false)).as("it is held already").isNull();
  }

  @Test
  void whatWasNotSentIsSentAgainUnlessItsKeyIsBlocked() {
    LogEvent event = event(1, 0, false);
    assertThat(decide(event, new NotSent(), false)).isNull();
    assertThat(decide(event, new NotSent(), true)).isEqualTo(new Change.Waiting(event));
  }

  @Test
  void deliveredEventLeavesTheHeldOnes() {
    LogEvent held = event(3, 0, true);
    assertThat(decide(held, new Delivered("r"), true)).isEqualTo(new Change.Released(held));
    assertThat(decide(event(1, 0, false), new Delivered("r"), false)).isNull();
  }
}
