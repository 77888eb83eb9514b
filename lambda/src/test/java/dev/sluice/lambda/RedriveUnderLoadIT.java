package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import dev.sluice.relay.Invocation;
import dev.sluice.relay.Invocation.Lane;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.ListedLetters;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dead events are owed again while two lanes publish, and nothing changes places. */
final class RedriveUnderLoadIT {

  private static final String KILL =
      "UPDATE outbox.event SET status = 'DEAD', retry_count = 5, last_attempt_at = now(),"
          + " last_error_code = 'REFUSED', last_error = 'no room for order ' || seq WHERE ";

  /**
   * The load takes every processor there is. An invocation that is out of time waits for no answer,
   * and reports less than it did; here it has six seconds to wait for the last.
   */
  private static final Duration INVOCATION = Duration.ofSeconds(20);

  private static final Map<String, String> PATIENT =
      Map.of("SLUICE_LEASE", "30s", "SLUICE_PUBLISH_TIMEOUT", "6s");

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final ListedLetters letters = new ListedLetters();
  private final Operator operator =
      new Operator(Operator.environment(database, Operator.blocking(name)), letters);

  private final AtomicBoolean over = new AtomicBoolean();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void drop() {
    over.set(true);
    threads.close();
    operator.close();
    database.close();
  }

  private TestRelay relay() {
    Map<String, String> settings = new HashMap<>(PATIENT);
    settings.put("SLUICE_ROUTES", Operator.blocking(name));
    settings.put("SLUICE_MODE", "LOOP");
    return new TestRelay(database, settings);
  }

  /** As a schedule would: one invocation after the other, until the test is over. */
  private CompletableFuture<Long> lane(TestRelay relay, int lane) {
    return CompletableFuture.supplyAsync(
        () -> {
          long published = 0;
          while (!over.get()) {
            Invocation invocation = new Invocation(new Lane(lane, 2), false);
            published += relay.run(invocation, INVOCATION).published();
          }
          return published;
        },
        threads);
  }

  /** Until nothing is left there, or a lane has failed. */
  private void await(CompletableFuture<Long> lane, String rows) {
    while (database.count(rows) > 0 && !lane.isDone()) {
      Thread.onSpinWait();
    }
  }

  private List<Long> delivered(Predicate<OutboxMessage> which) {
    return broker.delivered().stream().filter(which).map(OutboxMessage::seq).toList();
  }

  private void assertOrderPerKey() {
    Map<String, Long> last = new HashMap<>();
    for (OutboxMessage message : broker.delivered()) {
      Long before = last.put(message.stream() + "/" + message.key(), message.seq());
      assertThat(before == null || before < message.seq())
          .as("%s after seq %s", message, before)
          .isTrue();
    }
  }

  @Test
  void redrivenEventsAreNoticedByLanesThatHavePassedThem() throws Exception {
    database.append("orders", 200, 20);
    database.execute(KILL + "seq <= 40");
    try (TestRelay one = relay();
        TestRelay two = relay()) {
      CompletableFuture<Long> first = lane(one, 0);
      CompletableFuture<Long> second = lane(two, 1);
      database.append("other", 50, 5);
      await(first, "outbox.event WHERE stream = 'other'");
      assertThat(delivered(m -> m.stream().equals("orders"))).as("blocked").isEmpty();
      operator.ask("{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'ann'}");
      await(first, "outbox.event");
      over.set(true);
      assertThat(first.get() + second.get()).isEqualTo(250);
    }
    assertThat(broker.delivered()).hasSize(250).doesNotHaveDuplicates();
    assertOrderPerKey();
  }

  /** Under BLOCK, so that every event of a key has its one right place. */
  @Test
  void manyUnderLoadKeepTheirOrderAndNoneIsLost() throws Exception {
    int dead = Volume.of(20_000, 100_000);
    database.append("orders", dead, 500);
    database.execute(KILL + "true");
    letters.fill(database);
    int appended = dead;
    Set<UUID> seen = new HashSet<>();
    try (TestRelay one = relay();
        TestRelay two = relay()) {
      CompletableFuture<Long> first = lane(one, 0);
      CompletableFuture<Long> second = lane(two, 1);
      CompletableFuture<Map<String, Object>> redrive =
          CompletableFuture.supplyAsync(
              () ->
                  operator.ask(
                      "{'action': 'redrive', 'stream': 'orders', 'confirm': true, 'actor': 'ann'}"),
              threads);
      while (!redrive.isDone()) {
        database.append("orders", 500, 500);
        appended += 500;
      }
      Map<String, Object> answer = redrive.get();
      assertThat(answer).containsEntry("affected", dead).containsEntry("done", true);
      await(first, "outbox.event");
      over.set(true);
      assertThat(first.get() + second.get()).isEqualTo(appended);
    }
    assertThat(database.count("outbox.published")).isEqualTo(appended);
    assertOrderPerKey();
    broker.delivered().forEach(message -> seen.add(message.id()));
    assertThat(seen).as("none lost").hasSize(appended);
    assertThat(broker.delivered()).as("none twice").hasSize(appended);
    assertThat(letters.copies()).isEmpty();
    assertThat(letters.walks()).isEqualTo(1);
  }
}
