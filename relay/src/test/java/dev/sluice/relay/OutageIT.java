package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
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
import org.junit.jupiter.api.Test;

final class OutageIT {

  private static final Invocation ANY = new Invocation(null, false);

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

  @Test
  void outageCostsNoRetriesHoweverLongItLasts() throws Exception {
    database.append("orders", 5_000, 50);
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch longEnough = new CountDownLatch(3);
    broker.before(
        ignored -> {
          calls.incrementAndGet();
          longEnough.countDown();
        });
    try (TestRelay relay = relay("LOOP")) {
      CompletableFuture<RelayReport> running = relay.start(ANY, Duration.ofSeconds(20));
      assertThat(longEnough.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(database.one("SELECT sum(retry_count) FROM outbox.event")).isEqualTo("0");
      assertThat(database.count("outbox.event WHERE status = 'PENDING'")).isEqualTo(5_000);
      assertThat(database.one("SELECT breaker_reason FROM outbox.stream_state"))
          .isEqualTo("OUTAGE: nobody answers");
      List<Integer> probes = broker.calls().subList(1, broker.calls().size());
      assertThat(probes).as("after the first call, only probes of one event").containsOnly(1);
      down.set(false);
      assertThat(running.get(3, TimeUnit.MINUTES).published()).isEqualTo(5_000);
    }
    assertThat(database.count("outbox.published WHERE retry_count = 0")).isEqualTo(5_000);
    assertThat(database.count("outbox.stream_state WHERE breaker_open_until IS NOT NULL")).isZero();
    assertOrderPerKey();
  }

  /** The control: the same outage, told as each event's own failure, burns every retry. */
  @Test
  void outageToldAsTheEventsFailureWouldBurnTheRetries() {
    database.append("orders", 50, 50);
    try (TestRelay relay = relay("DRAIN")) {
      broker.answers(ignored -> new Retryable("OUTAGE", "nobody answers"));
      relay.run();
      database.execute("UPDATE outbox.event SET next_retry_at = now() WHERE status = 'FAILED'");
      relay.run();
    }
    assertThat(database.count("outbox.event WHERE status = 'DEAD'")).isEqualTo(50);
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
        INSERT INTO outbox.stream_state (kind, name, breaker_failures, breaker_open_until)
        VALUES ('destination', 'fake:%s', 1, now())
        """
            .formatted(name));
    try (TestRelay left = relay("LOOP");
        TestRelay right = relay("LOOP")) {
      var first =
          left.start(new Invocation(new Invocation.Lane(0, 2), false), Duration.ofSeconds(16));
      var second =
          right.start(new Invocation(new Invocation.Lane(1, 2), false), Duration.ofSeconds(16));
      assertThat(probes.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(most.get()).isEqualTo(1);
      down.set(false);
      long published = first.get(3, TimeUnit.MINUTES).published() + second.get().published();
      assertThat(published).isEqualTo(1_000);
    }
  }

  @Test
  void drainingAnOutageEndsAtOnceAndLeavesEverything() {
    database.append("orders", 100, 10);
    try (TestRelay relay = relay("DRAIN")) {
      RelayReport report = relay.run();
      assertThat(report.stopped()).isEqualTo("drained");
      assertThat(report.openBreakers()).isEqualTo(1);
      assertThat(report.putBack()).isEqualTo(100);
      assertThat(report.millis()).isLessThan(5_000);
    }
    assertThat(database.count("outbox.event WHERE retry_count = 0")).isEqualTo(100);
  }

  @Test
  void outageOfOneDestinationLeavesTheOthersAlone() {
    String other = UUID.randomUUID().toString();
    database.append("orders", 100, 10);
    database.append("payments", 100, 10);
    String routes =
        "[{\"stream\":\"orders\",\"destination\":\"fake:%s\"},{\"stream\":\"*\",\"destination\":\"fake:%s\"}]"
            .formatted(name, other);
    broker.answers(this::answer);
    try (TestRelay relay = new TestRelay(database, Map.of("SLUICE_ROUTES", routes))) {
      assertThat(relay.run().published()).isEqualTo(100);
    }
    assertThat(FakeBroker.named(other).delivered()).hasSize(100);
  }

  @Test
  void publisherThatThrowsIsPinnedToItsEvent() {
    database.append("orders", 50, 50);
    broker.answers(message -> new Delivered("fake@" + message.seq()));
    broker.before(
        messages -> {
          if (messages.stream().anyMatch(message -> message.seq() == 17)) {
            throw new IllegalStateException("a bug");
          }
        });
    try (TestRelay relay =
        new TestRelay(database, Map.of("SLUICE_ROUTES", TestRelay.routeTo(name)))) {
      RelayReport report = relay.run();
      assertThat(report.published()).isEqualTo(49);
      assertThat(report.failed()).isEqualTo(1);
    }
    assertThat(database.rows("SELECT seq, last_error_code FROM outbox.event"))
        .containsExactly("17|IllegalStateException");
  }

  /** A publisher may run out of time without a failure. */
  @Test
  void whatWaitsDoesNotOvertakeWhatWasNotAttempted() {
    database.append("orders", 100, 1);
    AtomicInteger calls = new AtomicInteger();
    broker.before(ignored -> calls.incrementAndGet());
    broker.answers(
        message ->
            calls.get() == 1
                ? new PublishOutcome.NotSent()
                : new Delivered("fake@" + message.seq()));
    Map<String, String> settings =
        Map.of("SLUICE_ROUTES", TestRelay.routeTo(name), "SLUICE_BATCH", "5");
    try (TestRelay relay = new TestRelay(database, settings)) {
      assertThat(relay.run().published()).isEqualTo(100);
    }
    assertOrderPerKey();
  }

  @Test
  void streamWithoutARouteIsReportedAndKept() {
    database.append("orders", 10, 10);
    String routes = "[{\"stream\":\"payments\",\"destination\":\"fake:%s\"}]".formatted(name);
    try (TestRelay relay = new TestRelay(database, Map.of("SLUICE_ROUTES", routes))) {
      RelayReport report = relay.run();
      assertThat(report.unroutedStreams()).isEqualTo(1);
      assertThat(report.published()).isZero();
    }
    assertThat(database.count("outbox.event WHERE status = 'PENDING'")).isEqualTo(10);
  }

  @Test
  void pausedStreamWaitsAndTheOthersGoOn() {
    down.set(false);
    database.append("orders", 10, 10);
    database.append("payments", 10, 10);
    database.execute(
        "INSERT INTO outbox.stream_state (kind, name, paused_at) VALUES ('stream', 'orders', now())");
    try (TestRelay relay = relay("DRAIN")) {
      relay.run();
      assertThat(broker.delivered().stream().map(OutboxMessage::stream))
          .doesNotContain("orders")
          .hasSize(10);
      database.execute("DELETE FROM outbox.stream_state");
      assertThat(relay.run().published()).isEqualTo(10);
    }
  }

  @Test
  void slowDestinationIsAbandonedWhenTheInvocationEndsAndNothingIsLost() {
    down.set(false);
    database.append("orders", 100, 10);
    CountDownLatch never = new CountDownLatch(1);
    broker.before(
        ignored -> {
          try {
            assertThat(never.await(8, TimeUnit.SECONDS)).isFalse();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    try (TestRelay relay = relay("DRAIN")) {
      RelayReport report = relay.run(ANY, Duration.ofSeconds(4));
      assertThat(report.millis()).isLessThan(4_000);
      assertThat(report.published()).isZero();
    }
    assertThat(database.count("outbox.event WHERE status = 'PENDING'")).isEqualTo(100);
    assertThat(database.count("outbox.shard WHERE token IS NOT NULL")).isZero();
    List<String> attempts = database.rows("SELECT DISTINCT retry_count FROM outbox.event");
    assertThat(attempts).containsExactly("0");
  }
}
