package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.relay.Ledger.Balance;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that is frozen for longer than its lease, and wakes. */
@Timeout(600)
@Order(1)
final class FrozenLaneIT {

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
  void laneThatWakesAfterItsLeaseWasTakenChangesNothing() throws Exception {
    int events = Volume.of(30_000, 60_000);
    stack.fresh().append(events, 1_000, 4);
    Map<String, String> lease = Map.of("SLUICE_LEASE", "12s", "SLUICE_PUBLISH_TIMEOUT", "6s");
    try (LocalLambda zombie = stack.patientLane("zombie", lease);
        LocalLambda heir = stack.patientLane("heir", lease);
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
