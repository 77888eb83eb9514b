package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.ListedLetters;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dead events are owed again while two lanes publish on a blocking route. */
final class RedriveUnderLoadIT {

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

  private TestRelay relay(String routes, String mode) {
    Map<String, String> settings = new HashMap<>(PATIENT);
    settings.put("SLUICE_ROUTES", routes);
    settings.put("SLUICE_MODE", mode);
    return new TestRelay(database, settings);
  }

  private TestRelay relay() {
    return relay(Operator.blocking(name), "LOOP");
  }

  /** While the route does not block, or all but the first event of each key would wait. */
  private void killAll(int events) {
    broker.answers(_ -> new Rejected("REFUSED", "no room"));
    try (TestRelay relay = relay(TestRelay.routeTo(name), "DRAIN")) {
      assertThat(relay.run(Invocation.WHOLE, Duration.ofMinutes(5)).dead()).isEqualTo(events);
    }
    broker.answers(message -> new Delivered("fake@" + message.seq()));
  }

  /** As a schedule would: one invocation after the other, until the test is over. */
  private CompletableFuture<Long> lane(TestRelay relay, int lane) {
    return CompletableFuture.supplyAsync(
        () -> {
          long published = 0;
          while (!over.get()) {
            published += relay.run(Invocation.share(lane, 2, false), INVOCATION).published();
          }
          return published;
        },
        threads);
  }

  /** Or until a lane has failed. */
  private void awaitDelivered(int events, CompletableFuture<Long> lane) {
    while (broker.delivered().size() < events && !lane.isDone()) {
      Pause.briefly();
    }
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

  /** Under BLOCK, so that every event of a key has its one right place. */
  @Test
  void manyUnderLoadKeepTheirOrderAndNoneIsLost() throws Exception {
    int dead = Volume.of(8_000, 100_000);
    database.append("orders", dead, 500);
    killAll(dead);
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
      awaitDelivered(appended, first);
      over.set(true);
      assertThat(first.get() + second.get()).isEqualTo(appended);
    }
    assertThat(database.one("SELECT sum(cardinality(seqs)) FROM outbox.delivery"))
        .isEqualTo(String.valueOf(appended));
    assertThat(database.count("outbox.held")).isZero();
    assertOrderPerKey();
    broker.delivered().forEach(message -> seen.add(message.id()));
    assertThat(seen).as("none lost").hasSize(appended);
    assertThat(broker.delivered()).as("none twice").hasSize(appended);
    assertThat(letters.copies()).isEmpty();
    assertThat(letters.walks()).isEqualTo(1);
  }
}
