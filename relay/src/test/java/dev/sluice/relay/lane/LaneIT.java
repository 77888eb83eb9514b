package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lanes on a real log with a scripted broker: each event ends in the ledger or in outbox.held. */
final class LaneIT {

  private static final PublishOutcome BUSY = new Retryable("BUSY", "this time");
  private static final long DELAY = 300_000_000L;

  private final DrainedDatabase drained = new DrainedDatabase();

  @AfterEach
  void drop() {
    drained.close();
  }

  @Test
  void streamsAreDeliveredInTheOrderOfEachKey() {
    drained.append(4, 30, 5000);
    LaneReport report = drained.run("lane");
    assertThat(report.published()).isEqualTo(5000);
    assertThat(report.stopped()).isEqualTo("drained");
    assertThat(drained.broker.delivered()).hasSize(5000);
    drained.assertDeliveredOnceAndInOrder();
    drained.assertAccounted();
  }

  @Test
  void retryComesAfterItsDelayAndOnlyItsKeyWaits() {
    Map<Integer, Long> attempts = new ConcurrentHashMap<>();
    drained.broker.answers(
        message -> {
          if (message.key().equals("slow")) {
            attempts.putIfAbsent(message.attempt(), System.nanoTime());
          }
          return message.key().equals("slow") && message.seq() == 1 && message.attempt() == 1
              ? BUSY
              : new Delivered("-");
        });
    for (String key : new String[] {"slow", "other", "slow", "other", "slow"}) {
      drained.append("s", key);
    }
    drained.run("lane");
    assertThat(drained.deliveredOf("s", "other")).containsExactly(2L, 4L);
    assertThat(drained.deliveredOf("s", "slow")).isEmpty();
    assertThat(drained.held())
        .containsExactly("slow FAILED 1 BUSY", "slow WAITING 0 -", "slow WAITING 0 -");
    drained.append("s", "slow");
    drained.runUntilSettled();
    assertThat(drained.deliveredOf("s", "slow")).containsExactly(1L, 3L, 5L, 6L);
    assertThat(attempts.getOrDefault(2, 0L) - attempts.getOrDefault(1, 0L))
        .isGreaterThanOrEqualTo(DELAY);
    assertThat(drained.held()).isEmpty();
    drained.assertAccounted();
  }

  @Test
  void withoutOrderNothingWaitsBehindAFailure() {
    try (DrainedDatabase unordered = new DrainedDatabase("*", ",\"order\":\"NONE\"", "")) {
      unordered.broker.answers(
          message -> message.seq() == 3 && message.attempt() == 1 ? BUSY : new Delivered("-"));
      for (int i = 0; i < 10; i++) {
        unordered.append("s", "k");
      }
      assertThat(unordered.run("lane").published()).isEqualTo(9);
      unordered.append("s", "k");
      unordered.database.execute("UPDATE outbox.held SET next_retry_at = now() + interval '1 h'");
      assertThat(unordered.run("lane").published()).isEqualTo(1);
      assertThat(unordered.held()).containsExactly("k FAILED 1 BUSY");
      unordered.assertAccounted();
    }
  }

  @Test
  void eventsOwnLimitOfAttemptsGoesBeforeItsRoutes() {
    drained.broker.answers(message -> message.key().startsWith("bad") ? BUSY : new Delivered("-"));
    drained.append("s", "bad", ", payload, max_attempts", ", '{}', 1");
    drained.append("s", "bad2", ", payload, max_attempts", ", '{}', 2");
    drained.append("s", "bad3");
    drained.append("s", "good");
    drained.runUntilSettled();
    assertThat(drained.held())
        .containsExactly("bad DEAD 1 BUSY", "bad2 DEAD 2 BUSY", "bad3 DEAD 3 BUSY");
    drained.assertAccounted();
  }

  @Test
  void rejectedEventIsDeadAtOnceAndItsKeyGoesOn() {
    drained.broker.answers(
        message -> message.seq() == 2 ? new Rejected("BAD", "always") : new Delivered("-"));
    for (int i = 0; i < 5; i++) {
      drained.append("s", "k");
    }
    LaneReport report = drained.run("lane");
    assertThat(report.dead()).isEqualTo(1);
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L, 3L, 4L, 5L);
    assertThat(drained.held()).containsExactly("k DEAD 1 BAD");
    drained.assertAccounted();
  }

  @Test
  void undeliverableRowsAreDeadWhileTheirNeighboursAreDelivered() {
    drained.append("s", "k");
    drained.append("s", "k", ", payload, headers", ", '{}', '{\"a\":\"\\ud83d\"}'");
    drained.append("s", "k");
    drained.append("s", "k", ", payload_binary", ", repeat('x', 80000000)::bytea");
    drained.append("s", "k");
    drained.append("s", "other", ", payload", ", to_json(repeat('x', 80000000))");
    drained.append("s", "other");
    drained.runUntilSettled();
    assertThat(drained.deliveredOf("s", "k")).containsExactly(1L, 3L, 5L);
    assertThat(drained.deliveredOf("s", "other")).containsExactly(7L);
    assertThat(drained.held())
        .containsExactly("k DEAD 1 HEADERS", "k DEAD 1 TOO_LARGE", "other DEAD 1 TOO_LARGE");
    drained.assertAccounted();
  }

  @Test
  void publisherThatThrowsCostsAnAttempt() {
    AtomicBoolean thrown = new AtomicBoolean();
    drained.broker.before(
        messages -> {
          if (thrown.compareAndSet(false, true)) {
            throw new IllegalStateException("a bug of the publisher");
          }
        });
    drained.append("s", "k");
    drained.run("lane");
    assertThat(drained.held()).containsExactly("k FAILED 1 PUBLISHER_FAILED");
    drained.runUntilSettled();
    assertThat(drained.broker.delivered()).extracting(OutboxMessage::attempt).containsExactly(2);
    drained.assertAccounted();
  }

  @Test
  void twoLanesDeliverEverythingOnce() {
    int events = Volume.of(20_000, 500_000);
    drained.append(5, 200, events);
    String half =
        "UPDATE outbox.shard SET owner = %s, leased_until = now() %s WHERE shard %% 2 = 1";
    drained.database.execute(half.formatted("'another'", "+ interval '1 h'"));
    AtomicBoolean freed = new AtomicBoolean();
    CompletableFuture<LaneReport> other = new CompletableFuture<>();
    drained.broker.before(
        messages -> {
          if (freed.compareAndSet(false, true)) {
            drained.database.execute(half.formatted("NULL", "")); // released
            other.completeAsync(() -> drained.run("two"), Thread::startVirtualThread);
            while (drained.database.count("outbox.shard WHERE owner IS NULL") > 0) {
              Pause.briefly(); // the first lane must not end before the second begins
            }
          }
        });
    LaneReport one = drained.run("one");
    assertThat(one.published() + other.join().published()).isEqualTo(events);
    assertThat(other.join().leasedShards()).isEqualTo(8);
    assertThat(drained.broker.delivered()).hasSize(events);
    drained.assertDeliveredOnceAndInOrder();
    drained.assertAccounted();
  }

  @Test
  void laneSettlesNothingOfShardsThatWereTakenAwayAndGoesOnWithTheRest() {
    drained.append(3, 50, 5000);
    AtomicBoolean taken = new AtomicBoolean();
    drained.broker.before(
        messages -> {
          if (taken.compareAndSet(false, true)) {
            drained.database.execute(
                """
                UPDATE outbox.shard SET owner = 'another', token = nextval('outbox.lease_token'),
                  leased_until = now() + interval '1 h' WHERE shard % 2 = 0
                """);
          }
        });
    drained.run("lane");
    assertThat(
            drained.database.rows(
                """
                SELECT e.shard % 2 FROM outbox.event e
                LEFT JOIN (SELECT unnest(seqs) AS seq FROM outbox.delivery) l USING (seq)
                GROUP BY 1 HAVING CASE min(e.shard % 2) WHEN 0 THEN count(l.seq) > 0 ELSE count(l.seq) < count(*) END
                """))
        .isEmpty();
    drained.database.execute("UPDATE outbox.shard SET owner = NULL");
    drained.run("lane");
    drained.assertAccounted();
  }
}
