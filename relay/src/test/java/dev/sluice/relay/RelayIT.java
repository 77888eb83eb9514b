package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.SharedPostgres;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import dev.sluice.relay.testing.WatchedLog;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One run after the other, with connections and publishers that outlive them. */
final class RelayIT {

  private static final Duration SHORT = Duration.ofSeconds(4);

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final CountDownLatch stuck = new CountDownLatch(1);
  private final AtomicReference<Thread> late = new AtomicReference<>();

  @AfterEach
  void drop() {
    stuck.countDown();
    database.close();
  }

  private TestRelay relay(String stuckAt) {
    Map<String, String> settings = Map.of("SLUICE_ROUTES", TestRelay.routeTo(name));
    return new TestRelay(
        database, settings, log -> WatchedLog.of(log, method -> standStill(method, stuckAt)));
  }

  /** Once. */
  private void standStill(String method, String stuckAt) {
    if (method.equals(stuckAt) && late.compareAndSet(null, Thread.currentThread())) {
      boolean interrupted = false;
      boolean released = false;
      while (!released) {
        try {
          released = stuck.await(10, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void endLateWork() throws InterruptedException {
    stuck.countDown();
    Thread thread = late.get();
    assertThat(thread).isNotNull();
    assertThat(thread.join(Duration.ofMinutes(2))).isTrue();
  }

  private long connections() {
    return database.count(
        "pg_stat_activity WHERE datname = current_database() AND usename = 'outbox_relay'");
  }

  /** The server hears of a closed connection a moment later. */
  private void awaitConnections(long expected) {
    long patience = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (connections() != expected && System.nanoTime() < patience) {
      Pause.briefly();
    }
    assertThat(connections()).isEqualTo(expected);
  }

  private long ledger() {
    return Long.parseLong(
        database.one("SELECT coalesce(sum(cardinality(seqs)), 0) FROM outbox.delivery"));
  }

  /** The leases of a run that was cut off in the middle of a statement run out. */
  private void expireLeases() {
    database.execute("UPDATE outbox.shard SET leased_until = now() - interval '1 s'");
  }

  @Test
  void runsShareTheirConnectionsAndPublishersUntilTheRelayIsClosed() {
    try (TestRelay relay = relay("nothing")) {
      for (int run = 1; run <= 3; run++) {
        database.append("orders", 10, 3);
        assertThat(relay.run().published()).isEqualTo(10);
        assertThat(broker.opened()).isEqualTo(1);
        assertThat(connections()).isEqualTo(2);
      }
      relay.close();
      assertThat(broker.opened()).isZero();
      awaitConnections(0);
      database.append("orders", 10, 3);
      assertThat(relay.run().published()).as("opened again").isEqualTo(10);
    }
    assertThat(broker.delivered()).hasSize(40).doesNotHaveDuplicates();
  }

  @Test
  void runEndsInTimeAlthoughAPublisherHangsAndLeavesItsEventsAsTheyWere() {
    database.append("orders", 100, 10);
    broker.before(messages -> standStill("publish", "publish"));
    try (TestRelay relay = relay("nothing")) {
      LaneReport report = relay.run(Invocation.WHOLE, SHORT);
      assertThat(report.millis()).isLessThan(SHORT.toMillis());
      assertThat(report.stopped()).isEqualTo("deadline");
      assertThat(report.published() + report.failed() + report.dead()).isZero();
      assertThat(broker.opened()).as("publishers left open").isZero();
      awaitConnections(0);
    }
    assertThat(ledger() + database.count("outbox.held")).isZero();
    assertThat(database.count("outbox.shard WHERE owner IS NOT NULL")).isZero();
  }

  @Test
  void callThatHungIsDeliveredByTheNextRunAndNothingIsSentOrSettledBesideIt() throws Exception {
    database.append("orders", 3_000, 10);
    broker.before(messages -> standStill("publish", "publish"));
    try (TestRelay relay = relay("nothing")) {
      relay.run(Invocation.WHOLE, SHORT);
      broker.before(messages -> {});
      assertThat(relay.run().published()).isEqualTo(3_000);
      int calls = broker.calls().size();
      List<String> progress = database.rows("SELECT max(number) FROM outbox.progress");
      endLateWork();
      assertThat(broker.calls()).as("the late call itself, and no other").hasSize(calls + 1);
      assertThat(ledger()).isEqualTo(3_000);
      assertThat(database.rows("SELECT max(number) FROM outbox.progress")).isEqualTo(progress);
      assertThat(connections()).isEqualTo(2);
    }
  }

  /** It stands before its statement: what it asks for finds no connection any more. */
  @Test
  void settleThatHungIsLeftToTheNextRun() throws Exception {
    database.append("orders", 100, 10);
    try (TestRelay relay = relay("settle")) {
      assertThat(relay.run(Invocation.WHOLE, SHORT).published()).isZero();
      awaitConnections(0);
      endLateWork();
      assertThat(connections()).as("connections of late work").isZero();
      assertThat(ledger()).isZero();
      expireLeases();
      assertThat(relay.run().published()).isEqualTo(100);
    }
    assertThat(broker.delivered()).as("at least once").hasSize(200);
    assertThat(broker.delivered().stream().map(OutboxMessage::seq).distinct()).hasSize(100);
  }

  /** It waits in the server, which does not see that its client is gone. */
  @Test
  void settleThatEndsAfterTheShardsWereTakenWritesNothing() throws Exception {
    database.append("orders", 100, 10);
    try (TestRelay relay = relay("nothing");
        Connection other = database.connect(SharedPostgres.ADMIN);
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      broker.before(
          messages -> {
            try {
              lock.execute("SELECT FROM outbox.shard FOR UPDATE");
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          });
      assertThat(relay.run(Invocation.WHOLE, SHORT).published()).isZero();
      broker.before(messages -> {});
      lock.execute(
          "UPDATE outbox.shard SET owner = NULL, token = nextval('outbox.lease_token'), leased_until = now()");
      other.commit();
      awaitConnections(0);
      assertThat(ledger()).isZero();
      assertThat(relay.run().published()).isEqualTo(100);
    }
    assertThat(ledger()).isEqualTo(100);
  }
}
