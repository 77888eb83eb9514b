package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lanes that die, and their heirs, on a real log. */
final class CrashIT {

  private static final String EXPIRE =
      "UPDATE outbox.shard SET leased_until = now() - interval '1 s' WHERE owner IS NOT NULL";

  /** The process is gone. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private final DrainedDatabase drained = new DrainedDatabase();
  private final TestDatabase database = drained.database;

  @AfterEach
  void drop() {
    drained.close();
  }

  private void run(Map<String, String> settings) {
    drained.run("lane", settings, Duration.ofMinutes(1));
  }

  /** A run that dies, and whose lease ends. */
  private void die(Map<String, String> settings) {
    assertThatExceptionOfType(Killed.class).isThrownBy(() -> run(settings));
    database.execute(EXPIRE);
  }

  private void killFor(String key) {
    drained.broker.before(
        messages -> {
          if (messages.stream().anyMatch(message -> message.key().equals(key))) {
            throw new Killed();
          }
        });
  }

  private void append(int events) {
    for (int i = 0; i < events; i++) {
      drained.append("s", "k" + i % 7);
    }
  }

  @Test
  void poisonIsDeadAfterFourCrashesAndItsNeighboursAreDelivered() {
    append(100);
    drained.append("s", "poison");
    append(100);
    killFor("poison");
    List<Integer> sizes = new ArrayList<>();
    for (int crash = 1; crash <= 4; crash++) {
      drained.broker.calls().clear();
      die(Map.of());
      sizes.add(drained.broker.calls().stream().mapToInt(n -> n).max().orElse(0));
    }
    assertThat(sizes.get(1)).as("calls after the first crash").isEqualTo(Caution.CALL);
    assertThat(drained.held()).isEmpty();
    LaneReport report = drained.run("lane", Map.of(), Duration.ofMinutes(1));
    assertThat(report.dead()).isEqualTo(1);
    assertThat(drained.held()).containsExactly("poison DEAD 1 PROCESS_CRASHED");
    drained.assertAccounted();
    assertThat(drained.broker.delivered().stream().map(OutboxMessage::seq).distinct()).hasSize(200);
    assertThat(database.rows("SELECT sum(crashes) FROM outbox.shard")).containsExactly("0");
  }

  @Test
  void eventsOfThePoisonsKeyAreDeliveredInOrder() {
    for (int i = 0; i < 5; i++) {
      drained.append("s", "k");
    }
    drained.broker.before(
        messages -> {
          if (messages.stream().anyMatch(message -> message.seq() == 3)) {
            throw new Killed();
          }
        });
    for (int crash = 1; crash <= 4; crash++) {
      die(Map.of());
    }
    drained.runUntilSettled();
    assertThat(drained.deliveredOf("s", "k").stream().distinct()).containsExactly(1L, 2L, 4L, 5L);
    assertThat(drained.held()).containsExactly("k DEAD 1 PROCESS_CRASHED");
    drained.assertAccounted();
  }

  /** Poison that failed before, and waits for its retry. */
  @Test
  void heldPoisonIsDeadToo() {
    drained.append("s", "poison");
    drained.append("s", "poison");
    drained.broker.answers(message -> new Retryable("BUSY", "this time"));
    drained.run("lane");
    killFor("poison");
    drained.broker.answers(message -> new Delivered("-"));
    for (int crash = 1; crash <= 4; crash++) {
      database.execute("UPDATE outbox.held SET next_retry_at = now() WHERE status = 'FAILED'");
      die(Map.of());
    }
    drained.broker.before(messages -> {});
    drained.run("lane");
    assertThat(drained.held()).containsExactly("poison DEAD 2 PROCESS_CRASHED");
    assertThat(drained.deliveredOf("s", "poison")).containsExactly(2L);
  }

  /** The process dies for other reasons while innocent events are in flight together. */
  @Test
  void crashesWithOtherCausesCondemnNobody() {
    append(200);
    AtomicBoolean dying = new AtomicBoolean(true);
    drained.broker.before(
        messages -> {
          if (dying.get() && messages.size() > 1) {
            throw new Killed();
          }
        });
    die(Map.of());
    die(Map.of());
    dying.set(false);
    run(Map.of());
    assertThat(drained.held()).isEmpty();
    assertThat(drained.broker.delivered()).hasSize(200);
    drained.assertAccounted();
  }

  @Test
  void laneWorksInFullBatchesAgainUnderConstantLoadAfterTwoCrashes() {
    int batch = 100;
    Map<String, String> settings =
        Map.of(
            "SLUICE_BATCH",
            String.valueOf(batch),
            "SLUICE_MODE",
            "LOOP",
            "SLUICE_PUBLISH_TIMEOUT",
            "1s");
    append(300);
    drained.broker.before(
        messages -> {
          throw new Killed();
        });
    die(settings);
    die(settings);
    drained.broker.before(messages -> LockSupport.parkNanos(Duration.ofMillis(15).toNanos()));
    List<List<Integer>> runs = new ArrayList<>();
    try (ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor()) {
      ScheduledFuture<?> load =
          writer.scheduleAtFixedRate(() -> append(10), 0, 50, TimeUnit.MILLISECONDS);
      for (int i = 0; i < 3; i++) {
        drained.broker.calls().clear();
        drained.append(1, 7, 300);
        drained.run("lane", settings, Duration.ofSeconds(6));
        runs.add(List.copyOf(drained.broker.calls()));
      }
      assertThat(load.isDone()).as("the writer failed").isFalse();
    }
    assertThat(runs.getFirst().subList(0, Caution.CALL)).as("suspects").containsOnly(1);
    assertThat(runs.getLast()).contains(batch);
    assertThat(database.rows("SELECT sum(crashes) FROM outbox.shard")).containsExactly("0");
    drained.broker.before(messages -> {});
    run(Map.of());
    drained.assertAccounted();
    for (int key = 0; key < 7; key++) {
      assertThat(drained.deliveredOf("s", "k" + key).stream().distinct()).isSorted();
    }
  }

  @Test
  void attemptsSurviveATakeover() {
    drained.append("s", "k", ", payload, max_attempts", ", '{}', 2");
    drained.broker.answers(message -> new Retryable("BUSY", "this time"));
    drained.run("lane");
    assertThat(drained.held()).containsExactly("k FAILED 1 BUSY");
    killFor("k");
    database.execute("UPDATE outbox.held SET next_retry_at = now()");
    die(Map.of());
    drained.broker.before(messages -> {});
    drained.run("lane");
    assertThat(drained.held()).containsExactly("k DEAD 2 BUSY");
  }

  /** Another lane takes the even shards while the names are written. */
  @Test
  void eventsOfShardsThatWereTakenWhileTheyWereNamedAreNotSent() {
    append(200);
    drained.broker.before(
        messages -> {
          throw new Killed();
        });
    die(Map.of());
    drained.broker.before(messages -> {});
    AtomicBoolean taken = new AtomicBoolean();
    drained.beforeNames(
        () -> {
          if (taken.compareAndSet(false, true)) {
            database.execute(
                """
                UPDATE outbox.shard SET owner = 'another', token = nextval('outbox.lease_token'),
                  leased_until = now() + interval '1 h' WHERE shard % 2 = 0
                """);
          }
        });
    run(Map.of());
    assertThat(taken).isTrue();
    assertThat(drained.broker.delivered()).isNotEmpty();
    String even = "SELECT seq FROM outbox.event WHERE shard % 2 = 0";
    assertThat(drained.broker.delivered())
        .extracting(message -> String.valueOf(message.seq()))
        .doesNotContainAnyElementsOf(database.rows(even));
  }
}
