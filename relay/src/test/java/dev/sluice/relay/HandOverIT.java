package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lane in LOOP works until its successor asks for its shards. */
final class HandOverIT {

  /** A lane that is not asked ends after two minutes, with another reason. */
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final String LEASED = "outbox.shard WHERE owner IS NOT NULL AND token > %s";
  private static final String WANTED = "outbox.shard WHERE wanted_at IS NOT NULL";
  private static final String TOKEN = "SELECT coalesce(max(token), 0) FROM outbox.shard";

  private final TestDatabase database = new TestDatabase();
  private final FakeBroker broker = FakeBroker.named(database.name());
  private final List<TestRelay> relays = new ArrayList<>();

  @AfterEach
  void drop() {
    relays.forEach(TestRelay::close);
    database.close();
  }

  private TestRelay relay(String mode) {
    TestRelay relay =
        new TestRelay(
            database,
            Map.of(
                "SLUICE_ROUTES",
                TestRelay.routeTo(database.name()),
                "SLUICE_MODE",
                mode,
                "SLUICE_LEASE",
                "30s"));
    relays.add(relay);
    return relay;
  }

  /** It has every shard when this returns. */
  private CompletableFuture<LaneReport> start() {
    String before = database.one(TOKEN);
    CompletableFuture<LaneReport> run = relay("LOOP").start(Invocation.WHOLE, LONG);
    awaitLeases(run, before);
    return run;
  }

  private void awaitLeases(CompletableFuture<LaneReport> run, String before) {
    while (database.count(LEASED.formatted(before)) < 16) {
      assertThat(run).as("it takes over").isNotDone();
    }
  }

  private void awaitDelivered(int count) {
    while (broker.delivered().size() < count) {
      Pause.briefly();
    }
  }

  /** Takes over, and ends by itself. */
  private LaneReport runBriefly() {
    LaneReport last = relay("LOOP").run(Invocation.WHOLE, Duration.ofSeconds(8));
    assertThat(last.stopped()).isEqualTo("deadline");
    assertThat(last.leasedShards()).isEqualTo(16);
    return last;
  }

  private static void assertHandedOver(CompletableFuture<LaneReport> run) {
    LaneReport report = run.join();
    assertThat(report.stopped()).isEqualTo("handed over");
    assertThat(report.crashesDetected() + report.lostShards()).isZero();
  }

  @Test
  void busyLaneHandsOverAndNothingIsSentTwice() {
    CompletableFuture<LaneReport> first = start();
    CompletableFuture<Void> appending =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 200; i++) {
                database.append("s", 20, 5);
              }
            });
    awaitDelivered(500);
    CompletableFuture<LaneReport> second = start();
    assertHandedOver(first);
    appending.join();
    awaitDelivered(4000);
    runBriefly();
    assertHandedOver(second);
    assertThat(broker.delivered().stream().map(OutboxMessage::seq))
        .hasSize(4000)
        .doesNotHaveDuplicates();
  }

  @Test
  void idleLaneHandsOver() {
    CompletableFuture<LaneReport> idle = start();
    runBriefly();
    assertHandedOver(idle);
  }

  @Test
  void successorAsksWhenItsPublishersAreOpen() {
    CompletableFuture<LaneReport> first = start();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch open = new CountDownLatch(1);
    broker.preparing(
        () -> {
          begun.countDown();
          await(open);
        });
    String token = database.one(TOKEN);
    CompletableFuture<LaneReport> second = relay("LOOP").start(Invocation.WHOLE, LONG);
    await(begun);
    database.append("s", 1, 1);
    awaitDelivered(1);
    assertThat(database.count(WANTED)).isZero();
    open.countDown();
    assertHandedOver(first);
    awaitLeases(second, token);
    broker.preparing(() -> {});
    runBriefly();
    assertHandedOver(second);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Perhaps the destination is down: the lane at work cannot send either. */
  @Test
  void successorWhosePublishersDoNotOpenAsksAllTheSame() {
    CompletableFuture<LaneReport> first = start();
    broker.preparing(
        () -> {
          throw new IllegalStateException("no broker");
        });
    runBriefly();
    assertHandedOver(first);
  }

  /** It would leave the shards without a lane as soon as nothing is due. */
  @Test
  void laneThatDrainsAsksForNothing() {
    CompletableFuture<LaneReport> loop = start();
    assertThat(relay("DRAIN").run(Invocation.WHOLE, LONG).stopped()).isEqualTo("no free shards");
    assertThat(database.count(WANTED)).isZero();
    database.append("s", 1, 1);
    awaitDelivered(1);
    assertThat(loop).isNotDone();
    runBriefly();
    assertHandedOver(loop);
  }
}
