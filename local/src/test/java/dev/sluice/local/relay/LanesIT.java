package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.relay.Ledger.Balance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The relay as AWS runs it: one process a lane, by the real runtime client. */
@Timeout(600)
@Isolated("processes start cold side by side: a first call that takes seconds counts as an outage")
@Order(1)
final class LanesIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** All that lanes write. */
  private static final String LEFT =
      """
      SELECT md5((SELECT string_agg(d::text, '' ORDER BY number) FROM outbox.delivery d)
        || (SELECT string_agg(p::text, '' ORDER BY number) FROM outbox.progress p)
        || (SELECT coalesce(string_agg(h::text, '' ORDER BY seq), '') FROM outbox.held h)
        || (SELECT string_agg(s::text, '' ORDER BY shard) FROM outbox.shard s))
      """;

  private static RelayStack stack;

  @BeforeAll
  static void start() {
    stack = RelayStack.shared();
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @Test
  void fourLanesPublishEveryEventExactlyOnceAndInOrderPerKey() throws Exception {
    int events = Volume.of(20_000, 100_000);
    stack.fresh().append(events, events / 10, 20);
    List<LocalLambda> lanes = new ArrayList<>();
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    try {
      // Four processes start cold at once on what may be two busy cores.
      for (int lane = 0; lane < 4; lane++) {
        LocalLambda lambda = stack.patientLane("lane-" + lane);
        lanes.add(lambda);
        answers.add(lambda.invoke("{\"lane\":" + lane + ",\"lanes\":4}"));
      }
      long published = 0;
      for (CompletableFuture<Answer> answer : answers) {
        long share = Reports.number(answer.get(4, TimeUnit.MINUTES), "published");
        assertThat(share).as("each lane did its part").isGreaterThan(events / 10);
        published += share;
      }
      assertThat(published).isEqualTo(events);
    } finally {
      lanes.forEach(LocalLambda::close);
    }
    try (Ledger ledger = stack.ledger()) {
      assertThat(ledger.balance()).isEqualTo(new Balance(events, 0, 0));
    }
    assertThat(stack.owed()).isZero();
    assertThat(stack.delivered()).isEqualTo(events);
  }

  @Test
  void laneThatWakesAfterItsLeaseWasTakenChangesNothing() throws Exception {
    int events = Volume.of(30_000, 60_000);
    stack.fresh().append(events, 1_000, 4);
    Map<String, String> lease = Map.of("SLUICE_LEASE", "12s", "SLUICE_PUBLISH_TIMEOUT", "6s");
    try (LocalLambda zombie = stack.lane("zombie", lease);
        LocalLambda heir = stack.lane("heir", lease);
        Ledger ledger = stack.ledger()) {
      CompletableFuture<Answer> asleep = zombie.invoke("{}");
      assertThat(ledger.await(5_000, PATIENCE).records()).isGreaterThanOrEqualTo(5_000);
      zombie.freeze();
      stack.outlastLeases();
      while (stack.owed() > 0) {
        heir.invokeAndWait("{}");
        Pause.briefly();
      }
      assertThat(stack.delivered()).isEqualTo(events);
      String before = stack.one(LEFT);
      zombie.thaw();
      assertThat(Reports.number(asleep.get(3, TimeUnit.MINUTES), "lostShards")).isEqualTo(16);
      assertThat(stack.one(LEFT)).isEqualTo(before);
      Balance balance = ledger.balance();
      assertThat(balance.distinct()).isEqualTo(events);
      assertThat(balance.reordered()).isZero();
    }
  }
}
