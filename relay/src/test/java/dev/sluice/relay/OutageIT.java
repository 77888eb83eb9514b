package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A destination that is down, and a publisher that fails as a whole. */
@Order(1)
final class OutageIT {

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final AtomicBoolean down = new AtomicBoolean(true);

  @AfterEach
  void drop() {
    database.close();
  }

  private TestRelay relay(String mode) {
    Map<String, String> settings = new HashMap<>();
    settings.put("SLUICE_ROUTES", TestRelay.routeTo(name));
    settings.put("SLUICE_MODE", mode);
    settings.put("SLUICE_RETRY", "1ms,1ms");
    settings.put("SLUICE_MAX_ATTEMPTS", "2");
    broker.answers(this::answer);
    return new TestRelay(database, settings);
  }

  private PublishOutcome answer(OutboxMessage message) {
    return down.get()
        ? new Unavailable("OUTAGE", "nobody answers")
        : new Delivered("fake@" + message.seq());
  }

  private long ledger() {
    return Long.parseLong(
        database.one("SELECT coalesce(sum(cardinality(seqs)), 0) FROM outbox.delivery"));
  }

  @Test
  void outageCostsNoRetriesHoweverLongItLasts() throws Exception {
    database.append("orders", 5_000, 50);
    CountDownLatch longEnough = new CountDownLatch(3);
    broker.before(ignored -> longEnough.countDown());
    try (TestRelay relay = relay("LOOP")) {
      CompletableFuture<LaneReport> running = relay.start(Invocation.WHOLE, Duration.ofSeconds(24));
      assertThat(longEnough.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(database.count("outbox.held WHERE status <> 'WAITING' OR retry_count > 0"))
          .isZero();
      assertThat(ledger()).isZero();
      assertThat(database.one("SELECT sum(pending) FROM outbox.status")).isEqualTo("5000");
      assertThat(database.one("SELECT breaker_reason FROM outbox.state WHERE kind = 'destination'"))
          .isEqualTo("OUTAGE: nobody answers");
      List<Integer> probes = broker.calls().subList(1, broker.calls().size());
      assertThat(probes).as("after the first call, only probes of one event").containsOnly(1);
      down.set(false);
      assertThat(running.get(3, TimeUnit.MINUTES).published()).isEqualTo(5_000);
    }
    assertThat(broker.delivered()).hasSize(5_000).allMatch(message -> message.attempt() == 1);
    assertThat(ledger()).isEqualTo(5_000);
    assertThat(database.count("outbox.held")).isZero();
    assertThat(database.count("outbox.state WHERE breaker_open_until IS NOT NULL")).isZero();
    assertOrderPerKey();
  }

  /** The control: the same outage, told as each event's own failure, burns every retry. */
  @Test
  void outageToldAsTheEventsFailureWouldBurnTheRetries() {
    database.append("orders", 50, 50);
    try (TestRelay relay = relay("DRAIN")) {
      broker.answers(ignored -> new Retryable("OUTAGE", "nobody answers"));
      relay.run();
      database.execute("UPDATE outbox.held SET next_retry_at = now() WHERE status = 'FAILED'");
      relay.run();
    }
    assertThat(database.count("outbox.held WHERE status = 'DEAD'")).isEqualTo(50);
  }

  private void assertOrderPerKey() {
    Map<String, Long> last = new HashMap<>();
    for (OutboxMessage message : broker.delivered()) {
      Long before = last.put(message.key(), message.seq());
      assertThat(before == null || before < message.seq()).isTrue();
    }
  }

  @Test
  void oneLaneAtATimeProbes() throws Exception {
    database.append("orders", 1_000, 1_000);
    AtomicInteger probing = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch probes = new CountDownLatch(2);
    broker.before(
        messages -> {
          if (messages.size() == 1) {
            most.accumulateAndGet(probing.incrementAndGet(), Math::max);
            probes.countDown();
            probing.decrementAndGet();
          }
        });
    database.execute(
        """
        INSERT INTO outbox.state (subscription, kind, name, breaker_failures, breaker_open_until)
        VALUES ('main', 'destination', 'fake:%s', 1, now())
        """
            .formatted(name));
    try (TestRelay left = relay("LOOP");
        TestRelay right = relay("LOOP")) {
      Duration remaining = Duration.ofSeconds(20);
      var first = left.start(Invocation.share(0, 2, false), remaining);
      var second = right.start(Invocation.share(1, 2, false), remaining);
      assertThat(probes.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(most.get()).isEqualTo(1);
      assertThat(broker.calls()).as("nothing but probes").containsOnly(1);
      down.set(false);
      LaneReport one = first.get(3, TimeUnit.MINUTES);
      LaneReport two = second.get(3, TimeUnit.MINUTES);
      assertThat(List.of(one.leasedShards(), two.leasedShards())).containsExactly(8, 8);
      assertThat(one.published() + two.published()).isEqualTo(1_000);
    }
  }

  @Test
  void drainingAnOutageEndsAtOnceAndLeavesEverything() {
    database.append("orders", 100, 10);
    try (TestRelay relay = relay("DRAIN")) {
      LaneReport report = relay.run();
      assertThat(report.stopped()).isEqualTo("drained");
      assertThat(report.openBreakers()).isEqualTo(1);
      assertThat(report.published() + report.failed() + report.dead()).isZero();
      assertThat(report.millis()).isLessThan(20_000);
    }
    assertThat(broker.calls()).as("calls").hasSize(1);
    assertThat(ledger()).isZero();
    assertThat(database.one("SELECT pending, failed, dead FROM outbox.status"))
        .isEqualTo("100|0|0");
    assertThat(database.count("outbox.held WHERE retry_count > 0")).isZero();
  }

  @Test
  void publisherThatThrowsIsPinnedToItsEvent() {
    database.append("orders", 50, 50);
    broker
        .answers(message -> new Delivered("fake@" + message.seq()))
        .before(
            messages -> {
              if (messages.stream().anyMatch(message -> message.seq() == 17)) {
                throw new IllegalStateException("a bug");
              }
            });
    Map<String, String> settings =
        Map.of("SLUICE_ROUTES", TestRelay.routeTo(name), "SLUICE_RETRY", "1h..1h");
    try (TestRelay relay = new TestRelay(database, settings)) {
      LaneReport report = relay.run();
      assertThat(report.published()).isEqualTo(49);
      assertThat(report.failed()).isEqualTo(1);
    }
    assertThat(
            database.rows("SELECT seq, retry_count, last_error_code, last_error FROM outbox.held"))
        .containsExactly("17|1|PUBLISHER_FAILED|IllegalStateException");
    assertThat(broker.delivered()).hasSize(49).allMatch(message -> message.attempt() == 1);
  }

  /** A publisher may run out of time without a failure. */
  @Test
  void whatWaitsDoesNotOvertakeWhatWasNotAttempted() {
    database.append("orders", 100, 1);
    AtomicInteger calls = new AtomicInteger();
    broker
        .before(ignored -> calls.incrementAndGet())
        .answers(
            message -> calls.get() == 1 ? new NotSent() : new Delivered("fake@" + message.seq()));
    Map<String, String> settings =
        Map.of("SLUICE_ROUTES", TestRelay.routeTo(name), "SLUICE_BATCH", "5");
    try (TestRelay relay = new TestRelay(database, settings)) {
      assertThat(relay.run().published()).isEqualTo(100);
    }
    assertThat(broker.delivered()).allMatch(message -> message.attempt() == 1);
    assertOrderPerKey();
  }
}
