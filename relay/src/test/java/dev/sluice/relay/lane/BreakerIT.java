package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A destination that takes nothing costs no retries, loses nothing, and delays nobody else. */
@Order(1)
final class BreakerIT {

  private final TestDatabase database = new TestDatabase();
  private final String name = "breaker-" + UUID.randomUUID();
  private final FakeBroker broker = FakeBroker.named(name);
  private final FakeBroker neighbour = FakeBroker.named(name + "-neighbour");
  private final String routes =
      """
      [{"stream":"orders","destination":"fake:%1$s"},{"stream":"*","destination":"fake:%1$s-neighbour"}]
      """
          .formatted(name);

  @AfterEach
  void close() {
    database.close();
  }

  private LaneReport run() {
    return TestLane.run(database, routes);
  }

  private void append(String stream, int events) {
    database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, partition_key, payload)
        SELECT '%s', 'T', 'key-' || i %% 10, '{}' FROM generate_series(1, %d) i
        """
            .formatted(stream, events));
  }

  private String held(String status) {
    return database
        .rows("SELECT count(*) FROM outbox.held WHERE status = '" + status + "'")
        .getFirst();
  }

  private void probeNow() {
    database.execute("UPDATE outbox.state SET breaker_open_until = now()");
  }

  @Test
  void outageCostsNoRetryAndNoNeighbour() {
    append("orders", 3000);
    append("other", 100);
    broker.answers(message -> new Unavailable("DOWN", "nobody answers"));
    run();
    assertThat(neighbour.delivered()).hasSize(100);
    assertThat(broker.delivered()).isEmpty();
    assertThat(held("FAILED")).isEqualTo("0");
    assertThat(held("DEAD")).isEqualTo("0");
    assertThat(Integer.parseInt(held("WAITING")))
        .as("no more than one call was in flight")
        .isBetween(1, 1000);

    broker.answers(message -> new Delivered("ok"));
    probeNow();
    run();
    assertThat(broker.delivered()).hasSize(3000);
    assertThat(broker.delivered()).extracting(OutboxMessage::attempt).containsOnly(1);
    assertInOrder(broker.delivered());
    assertThat(held("WAITING")).isEqualTo("0");
    assertThat(
            database.rows(
                "SELECT coalesce(breaker_reason, 'none') FROM outbox.state WHERE kind = 'destination'"))
        .containsOnly("none");
  }

  @Test
  void openBreakerLetsOneEventTry() {
    append("orders", 500);
    broker.answers(message -> new Unavailable("DOWN", "nobody answers"));
    run();
    int before = broker.calls().size();
    probeNow();
    run();
    List<Integer> probes = broker.calls().subList(before, broker.calls().size());
    assertThat(probes).containsOnly(1);
  }

  @Test
  void probesTakeAnotherKeyEachTime() {
    append("orders", 100);
    Set<String> tried = ConcurrentHashMap.newKeySet();
    AtomicBoolean probing = new AtomicBoolean();
    AtomicInteger calls = new AtomicInteger();
    broker.answers(
        message -> {
          if (probing.get()) {
            tried.add(message.key());
            calls.incrementAndGet();
          }
          return new Unavailable("DOWN", "nobody answers");
        });
    run();
    probing.set(true);
    for (int i = 0; i < 5; i++) {
      probeNow();
      run();
    }
    assertThat(tried).as("keys of " + calls + " probes").hasSizeGreaterThan(1);
  }

  /**
   * Otherwise a lane is busy with its backlog, and does not notice that the destination is back.
   */
  @Test
  void backlogOfBlockedKeysIsNotWalkedWhileTheDestinationIsDown() {
    append("orders", 5000);
    broker.answers(message -> new Unavailable("DOWN", "nobody answers"));
    Map<String, String> loop =
        Map.of(
            "SLUICE_ROUTES", routes,
            "SLUICE_MODE", "LOOP",
            "SLUICE_LEASE", "10s",
            "SLUICE_PUBLISH_TIMEOUT", "2s");
    TestLane.run(database, loop, Duration.ofSeconds(25));
    List<Integer> probes = broker.calls().subList(1, broker.calls().size());
    assertThat(probes).as("after 1, 2 and 4 s").hasSizeGreaterThanOrEqualTo(3).containsOnly(1);
    assertThat(Integer.parseInt(held("WAITING"))).as("the rest stays in the log").isLessThan(2500);
  }

  @Test
  void breakerOfAnotherLaneIsObeyed() {
    append("orders", 10);
    database.execute(
        """
        INSERT INTO outbox.state (subscription, kind, name, breaker_failures, breaker_open_until)
        VALUES ('main', 'destination', 'fake:%s', 1, now() + interval '1 h')
        """
            .formatted(name));
    run();
    assertThat(broker.calls()).isEmpty();
  }

  /** An alarm stands on this number. */
  @Test
  void pausesAndChangesOfOperatorsAreNoOpenBreakers() {
    append("orders", 10);
    database.execute(
        """
        INSERT INTO outbox.state (subscription, kind, name, paused_at, changes) VALUES
          ('main', 'stream', 'quiet', now(), 0), ('main', 'destination', 'fake:%s-neighbour', now(), 0), ('main', 'held', '', NULL, 3)
        """
            .formatted(name));
    LaneReport report = run();
    assertThat(report.openBreakers()).isZero();
    assertThat(report.published()).isEqualTo(10);
    database.execute("UPDATE outbox.state SET breaker_open_until = now() WHERE name LIKE 'fake:%'");
    assertThat(run().openBreakers()).as("the control").isEqualTo(1);
  }

  @Test
  void pausedStreamWaitsAndGoesOnAfterwards() {
    append("orders", 10);
    append("other", 10);
    database.execute(
        "INSERT INTO outbox.state (subscription, kind, name, paused_at) VALUES ('main', 'stream', 'orders', now())");
    run();
    assertThat(broker.delivered()).isEmpty();
    assertThat(neighbour.delivered()).hasSize(10);
    database.execute("UPDATE outbox.state SET paused_at = NULL");
    run();
    assertThat(broker.delivered()).hasSize(10);
  }

  private static void assertInOrder(List<OutboxMessage> delivered) {
    for (int key = 0; key < 10; key++) {
      String name = "key-" + key;
      assertThat(delivered.stream().filter(m -> m.key().equals(name)).map(OutboxMessage::seq))
          .isSorted();
    }
  }
}
