package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LateAndFairIT {

  private static final String INSERT =
      "INSERT INTO outbox.event (stream, event_type, payload) VALUES ('%s', 'E', '{}')";

  private static final int BACKLOG = Volume.of(150_000, 500_000);

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);

  @AfterEach
  void drop() {
    database.close();
  }

  private TestRelay relay(Map<String, String> more) {
    Map<String, String> all = new java.util.HashMap<>(more);
    all.put("SLUICE_ROUTES", TestRelay.routeTo(name));
    return new TestRelay(database, all);
  }

  @Test
  void eventThatCommitsLateWithALowerSeqIsDelivered() throws Exception {
    CountDownLatch higherDelivered = new CountDownLatch(1);
    CountDownLatch bothDelivered = new CountDownLatch(2);
    broker.before(
        messages -> {
          higherDelivered.countDown();
          messages.forEach(ignored -> bothDelivered.countDown());
        });
    try (Connection slow = database.connect("outbox_relay");
        Statement insert = slow.createStatement();
        TestRelay relay = relay(Map.of("SLUICE_MODE", "LOOP"))) {
      slow.setAutoCommit(false);
      insert.execute(INSERT.formatted("orders")); // draws seq 1 and stays open
      database.execute(INSERT.formatted("orders"));
      CompletableFuture<RelayReport> running =
          relay.start(new Invocation(null, false), Duration.ofSeconds(8));
      assertThat(higherDelivered.await(1, TimeUnit.MINUTES)).isTrue();
      slow.commit();
      assertThat(bothDelivered.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(running.get(3, TimeUnit.MINUTES).published()).isEqualTo(2);
    }
    assertThat(broker.delivered().stream().map(OutboxMessage::seq)).containsExactly(2L, 1L);
  }

  /** The control: a cursor that never looks back would have skipped it. */
  @Test
  void cursorAloneWouldHaveSkippedTheLateEvent() throws SQLException {
    try (Connection slow = database.connect("outbox_relay");
        Statement insert = slow.createStatement()) {
      slow.setAutoCommit(false);
      insert.execute(INSERT.formatted("orders"));
      database.execute(INSERT.formatted("orders"));
      String cursor = database.one("SELECT max(seq) FROM outbox.event");
      slow.commit();
      assertThat(database.count("outbox.event WHERE seq > " + cursor)).isZero();
      assertThat(database.count("outbox.event WHERE seq <= " + cursor)).isEqualTo(2);
    }
  }

  /**
   * Appended while a call is under way: the call that waits behind it goes ahead, and so does what
   * a read brings that began just before.
   */
  @Test
  void largeBacklogDelaysAnotherStreamByTwoBatchesAtMost() throws Exception {
    database.execute(INSERT.formatted("quiet"));
    assertThat(callsUntilTheQuietStreamIsServed()).isBetween(1, 3);
  }

  /** One read more: the first tells of the stream, and the second brings its events. */
  @Test
  void streamThatNobodyHasSeenBeforeWaitsForOneReadMore() throws Exception {
    assertThat(callsUntilTheQuietStreamIsServed()).isBetween(1, 4);
  }

  private int callsUntilTheQuietStreamIsServed() throws Exception {
    database.append("noisy", BACKLOG, 1000);
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger servedIn = new AtomicInteger();
    CountDownLatch served = new CountDownLatch(1);
    int appendedIn = 20;
    broker.before(
        messages -> {
          int call = calls.incrementAndGet();
          if (call == appendedIn) {
            database.execute(INSERT.formatted("quiet"));
          }
          boolean quiet = messages.stream().anyMatch(message -> message.stream().equals("quiet"));
          if (call > appendedIn && quiet && servedIn.compareAndSet(0, call)) {
            served.countDown();
          }
        });
    try (TestRelay relay = relay(Map.of("SLUICE_RETENTION", "0"))) {
      var running = relay.start(new Invocation(null, false), Duration.ofSeconds(5));
      assertThat(served.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(database.count("outbox.event WHERE stream = 'noisy'")).isGreaterThan(BACKLOG / 5);
      running.cancel(true);
    }
    return servedIn.get() - appendedIn;
  }

  @Test
  void everyStreamHasItsShareOfABatch() {
    for (int stream = 0; stream < 20; stream++) {
      database.append("s" + stream, 2_000, 10);
    }
    try (TestRelay relay = relay(Map.of())) {
      assertThat(relay.run().published()).isEqualTo(40_000);
    }
    // Once all are known, twenty streams share a thousand: no window of a few batches lacks one.
    List<OutboxMessage> middle = broker.delivered().subList(15_000, 18_000);
    assertThat(middle.stream().map(OutboxMessage::stream).distinct()).hasSize(20);
  }

  @Test
  void twoHundredStreamsAreDiscoveredWithoutBeingTold() {
    for (int stream = 0; stream < 200; stream++) {
      database.append("stream-" + stream, 3, 1);
    }
    try (TestRelay relay = relay(Map.of())) {
      assertThat(relay.run().published()).isEqualTo(600);
    }
  }

  @Test
  void twoRoutesToOneDestinationKeepTheirOwnFormat() {
    database.append("orders", 5, 1);
    database.append("payments", 5, 1);
    String routes =
        """
        [{"stream":"orders","destination":"fake:%1$s","format":"RAW"},
         {"stream":"*","destination":"fake:%1$s","format":"ENVELOPE"}]
        """
            .formatted(name);
    try (TestRelay relay = new TestRelay(database, Map.of("SLUICE_ROUTES", routes))) {
      assertThat(relay.run().published()).isEqualTo(10);
    }
    assertThat(broker.formats()).containsExactlyInAnyOrder(Format.RAW, Format.ENVELOPE);
  }
}
