package dev.sluice.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that commit behind the place that a lane has read to. */
final class LateCommitIT {

  private static final String INSERT =
      "INSERT INTO outbox.event (stream, event_type, partition_key, payload) VALUES ('%s', 'E', '%s', '%s')";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);

  @AfterEach
  void drop() {
    database.close();
  }

  private TestRelay relay(Map<String, String> more, Consumer<String> before) {
    Map<String, String> all = new HashMap<>(more);
    all.putIfAbsent("SLUICE_ROUTES", TestRelay.routeTo(name));
    return new TestRelay(database, all, log -> WatchedLog.of(log, before));
  }

  private TestRelay relay() {
    return relay(Map.of(), ignored -> {});
  }

  private List<Long> delivered() {
    return broker.delivered().stream().map(OutboxMessage::seq).toList();
  }

  /** The transaction commits, and who waited for it appends, just before that statement. */
  @ParameterizedTest
  @ValueSource(strings = {"news", "page", "settle"})
  void laterEventOfItsKeyDoesNotOvertakeAnEventThatCommitsLate(String statement) throws Exception {
    AtomicBoolean read = new AtomicBoolean();
    AtomicBoolean committed = new AtomicBoolean();
    try (Connection slow = database.connect(SharedPostgres.ADMIN);
        Statement insert = slow.createStatement();
        TestRelay relay =
            relay(
                Map.of(),
                method -> {
                  if (method.equals("page")) {
                    read.set(true);
                  }
                  if (method.equals(statement)
                      && read.get()
                      && committed.compareAndSet(false, true)) {
                    commit(slow);
                    database.execute(INSERT.formatted("orders", "k", 3));
                  }
                })) {
      slow.setAutoCommit(false);
      insert.execute(INSERT.formatted("orders", "k", 1)); // draws seq 1 and stays open
      database.execute(INSERT.formatted("orders", "other", 2));
      // A run may end with the last news, before the commit of what it has not heard of.
      assertThat(relay.run().published() + relay.run().published()).isEqualTo(3);
    }
    assertThat(committed).isTrue();
    assertThat(delivered()).containsExactly(2L, 1L, 3L);
  }

  private static void commit(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The control: a cursor that never looks back would have skipped it. */
  @Test
  void cursorAloneWouldHaveSkippedTheLateEvent() throws SQLException {
    try (Connection slow = database.connect(SharedPostgres.ADMIN);
        Statement insert = slow.createStatement()) {
      slow.setAutoCommit(false);
      insert.execute(INSERT.formatted("orders", "k", 1));
      database.execute(INSERT.formatted("orders", "k", 2));
      String cursor = database.one("SELECT max(seq) FROM outbox.event");
      slow.commit();
      assertThat(database.count("outbox.event WHERE seq > " + cursor)).isZero();
      assertThat(database.count("outbox.event WHERE seq <= " + cursor)).isEqualTo(2);
    }
  }

  /** An old transaction of any other table must hold up nobody either. */
  @Test
  void transactionThatStaysOpenHoldsNothingUp() throws SQLException {
    try (Connection slow = database.connect(SharedPostgres.ADMIN);
        Statement insert = slow.createStatement();
        TestRelay relay = relay()) {
      slow.setAutoCommit(false);
      insert.execute(INSERT.formatted("orders", "k", 1));
      for (int run = 1; run <= 3; run++) {
        database.append("orders", 100, 10);
        assertThat(relay.run().published()).isEqualTo(100);
      }
      slow.commit();
      assertThat(relay.run().published()).isEqualTo(1);
    }
    assertThat(delivered()).hasSize(301).endsWith(1L).doesNotHaveDuplicates();
  }

  /** A ledger: transactions of all lengths, each of which waits for the earlier one of its key. */
  @Test
  void orderWithinAKeyHoldsWhileTransactionsOverlap() throws Exception {
    List<AtomicInteger> numbers = Stream.generate(AtomicInteger::new).limit(4).toList();
    try (TestRelay relay = relay(Map.of("SLUICE_MODE", "LOOP"), ignored -> {})) {
      CompletableFuture<LaneReport> running = relay.start(Invocation.WHOLE, Duration.ofSeconds(8));
      CompletableFuture<?>[] writing =
          IntStream.range(0, 8)
              .map(writer -> writer % numbers.size())
              .mapToObj(key -> inAThread(() -> write(key, numbers.get(key), running)))
              .toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(writing).join();
      relay.run(Invocation.share(0, 1, true), Duration.ofSeconds(30));
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
    try (Connection connection = database.connect(SharedPostgres.ADMIN);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; !running.isDone(); i++) {
        statement.execute("SELECT pg_advisory_xact_lock(" + key + "), pg_current_xact_id()");
        statement.execute(INSERT.formatted("s", "key-" + key, number.incrementAndGet()));
        statement.execute("SELECT count(*) FROM generate_series(1, " + i % 5 * 5_000 + ")");
        statement.execute(INSERT.formatted("s", "key-" + key, number.incrementAndGet()));
        connection.commit();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
