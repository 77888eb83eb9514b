package dev.sluice.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Outbox.ReadRequest;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lane has read on, and behind its place a transaction commits. */
final class LateCommitIT {

  private static final String INSERT =
      "INSERT INTO outbox.event (stream, event_type, partition_key, payload)"
          + " VALUES ('orders', 'E', '%s', '%s')";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);

  @AfterEach
  void drop() {
    database.close();
  }

  private CompletableFuture<RelayReport> run(TestRelay relay) {
    return relay.start(new Invocation(null, false), Duration.ofSeconds(8));
  }

  private TestRelay relay(Consumer<ReadRequest> beforeRead) {
    Map<String, String> settings =
        Map.of("SLUICE_MODE", "LOOP", "SLUICE_ROUTES", TestRelay.routeTo(name));
    return new TestRelay(database, settings, beforeRead, ignored -> {});
  }

  /** Reads on from a place, rather than from the start. */
  private static boolean readsOn(ReadRequest request) {
    return request.shares().stream().anyMatch(share -> share.after() > 0);
  }

  private List<Long> delivered() {
    return broker.delivered().stream().map(OutboxMessage::seq).toList();
  }

  @Test
  void laterEventOfItsKeyDoesNotOvertakeAnEventThatCommitsLate() throws Exception {
    AtomicBoolean committed = new AtomicBoolean();
    CountDownLatch delivered = new CountDownLatch(3);
    broker.before(messages -> messages.forEach(ignored -> delivered.countDown()));
    try (Connection slow = database.connect("outbox_relay");
        Statement insert = slow.createStatement();
        TestRelay relay = relay(request -> commitLate(request, slow, committed))) {
      slow.setAutoCommit(false);
      insert.execute(INSERT.formatted("k", 1)); // draws seq 1 and stays open
      database.execute(INSERT.formatted("other", 2));
      CompletableFuture<RelayReport> running = run(relay);
      assertThat(delivered.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(running.get(3, TimeUnit.MINUTES).published()).isEqualTo(3);
    }
    assertThat(delivered()).containsExactly(2L, 1L, 3L);
  }

  /** Whoever appends 3 has waited for the commit of 1. */
  private void commitLate(ReadRequest request, Connection slow, AtomicBoolean committed) {
    if (readsOn(request) && committed.compareAndSet(false, true)) {
      try {
        slow.commit();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      database.execute(INSERT.formatted("k", 3));
    }
  }

  /** A ledger: transactions of all lengths, each of which waits for the earlier one of its key. */
  @Test
  void orderWithinAKeyHoldsWhileTransactionsOverlap() throws Exception {
    List<AtomicInteger> numbers = Stream.generate(AtomicInteger::new).limit(4).toList();
    try (TestRelay relay = relay(ignored -> {})) {
      CompletableFuture<RelayReport> running = run(relay);
      CompletableFuture<?>[] writing =
          IntStream.range(0, 8)
              .map(writer -> writer % numbers.size())
              .mapToObj(key -> inAThread(() -> write(key, numbers.get(key), running)))
              .toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(writing).get(60, TimeUnit.SECONDS);
      relay.run(new Invocation(null, true), Duration.ofSeconds(30));
    }
    for (int key = 0; key < numbers.size(); key++) {
      assertThat(numbered("key-" + key))
          .hasSize(numbers.get(key).get())
          .hasSizeGreaterThan(10)
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  private static CompletableFuture<Void> inAThread(Runnable work) {
    return CompletableFuture.runAsync(work, task -> Thread.ofVirtual().start(task));
  }

  private List<Integer> numbered(String key) {
    return broker.delivered().stream()
        .filter(message -> message.key().equals(key))
        .map(message -> Integer.valueOf(new String(message.payload(), UTF_8)))
        .toList();
  }

  /** The second event of a transaction is drawn after the first; between them others commit. */
  private void write(int key, AtomicInteger number, CompletableFuture<?> running) {
    try (Connection connection = database.connect("outbox_relay");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; !running.isDone(); i++) {
        statement.execute("SELECT pg_advisory_xact_lock(" + key + "), pg_current_xact_id()");
        statement.execute(INSERT.formatted("key-" + key, number.incrementAndGet()));
        statement.execute("SELECT count(*) FROM generate_series(1, " + i % 5 * 5_000 + ")");
        statement.execute(INSERT.formatted("key-" + key, number.incrementAndGet()));
        connection.commit();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
