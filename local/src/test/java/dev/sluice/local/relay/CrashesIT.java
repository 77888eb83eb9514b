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

/** Processes that end in the middle of their work, by a kill or by an event. */
@Timeout(600)
@Order(1)
final class CrashesIT {

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
  void laneKilledAgainAndAgainLosesAndReordersNothing() throws Exception {
    int kills = Volume.of(2, 10);
    int events = kills * 8_000;
    stack.fresh().append(events, 2_000, 5);
    try (LocalLambda lane = stack.lane("victim", Map.of("SLUICE_BATCH", "500"));
        Ledger ledger = stack.ledger()) {
      for (int kill = 0; kill < kills; kill++) {
        CompletableFuture<Answer> answer = lane.invoke("{}");
        while (!answer.isDone() && ledger.records() < (kill + 1) * 5_000) {
          ledger.await(ledger.records() + 1, Duration.ofMillis(200));
          if (answer.isDone()) {
            answer = lane.invoke("{}"); // its shards were still leased to the dead process
          }
        }
        lane.kill();
        assertThat(answer.get(1, TimeUnit.MINUTES)).isInstanceOf(Answer.Crashed.class);
        stack.expireLeases();
      }
      while (stack.owed() > 0) {
        lane.invokeAndWait("{}");
        Pause.briefly();
      }
      Balance balance = ledger.balance();
      System.out.println("after " + kills + " kills: " + balance);
      assertThat(balance.distinct()).isEqualTo(events);
      assertThat(balance.reordered()).isZero();
      // In flight at a kill: one batch being published, one waiting and two being settled.
      assertThat(balance.duplicates()).isBetween(Volume.of(0, 1), kills * 4 * 500);
    }
    assertThat(stack.delivered()).isEqualTo(events);
  }

  @Test
  void eventThatKillsTheProcessEndsDeadAndAllOthersArrive() throws Exception {
    stack.fresh().append(3_000, 100, 3);
    stack.execute(
        """
        INSERT INTO outbox.event (stream, event_type, aggregate_id, payload)
        VALUES ('stream-1', 'Mine', 'mined', '{"n": 1}'), ('stream-1', 'Counted', 'mined', '{"n": 2}')
        """);
    stack.append(3_000, 100, 3);
    int crashes = 0;
    try (LocalLambda lane =
        stack.lane(
            "mined", Map.of("SLUICE_ROUTES", stack.route("mined")), MinedPublisher.classpath())) {
      while (stack.owed() > 0) {
        crashes += lane.invokeAndWait("{}") instanceof Answer.Crashed ? 1 : 0;
        Pause.briefly();
      }
    }
    System.out.println("crashes until the event was blamed: " + crashes);
    assertThat(crashes).isBetween(2, 5);
    assertThat(
            stack.one(
                "SELECT event_type || ' ' || status || ' ' || last_error_code FROM outbox.held"))
        .isEqualTo("Mine DEAD PROCESS_CRASHED");
    assertThat(stack.delivered()).isEqualTo(6_001);
    assertThat(
            stack.count(
                "outbox.shard WHERE crashes > 0 OR trying IS NOT NULL OR suspects IS NOT NULL"))
        .isZero();
  }
}
