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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The broker or the database goes away in the middle, and comes back. */
@Timeout(600)
@Order(1)
final class OutagesIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int EVENTS = Volume.of(20_000, 60_000);

  private RelayStack stack;

  @BeforeEach
  void start() {
    stack = RelayStack.own();
  }

  @AfterEach
  void stop() {
    stack.close();
  }

  @Test
  void brokerThatIsDownLongerThanAllRetriesLastCostsNoRetry() throws Exception {
    stack.append(EVENTS, 1_000, 4);
    Map<String, String> impatient =
        Map.of("SLUICE_MODE", "LOOP", "SLUICE_RETRY", "100ms,100ms", "SLUICE_MAX_ATTEMPTS", "3");
    AtomicBoolean over = new AtomicBoolean();
    try (LocalLambda lane = stack.lane("relay", impatient);
        ExecutorService schedule = Executors.newSingleThreadExecutor()) {
      Future<List<Answer>> answers = schedule.submit(() -> invocations(lane, over));
      try {
        awaitDelivered(2_000);
        stack.kafka().stop();
        stack.append("late-", EVENTS, 1_000); // a quick lane has delivered all the others by now
        awaitProbes(3); // 1 s + 2 s + 4 s: far beyond three attempts 100 ms apart
        assertThat(stack.count("outbox.held WHERE retry_count > 0 OR status <> 'WAITING'"))
            .isZero();
        stack.kafka().start();
      } finally {
        over.set(true);
      }
      assertThat(answers.get(5, TimeUnit.MINUTES))
          .allSatisfy(answer -> assertThat(Reports.number(answer, "failed")).isZero());
    }
    assertThat(stack.delivered()).isEqualTo(2L * EVENTS);
    try (Ledger ledger = stack.ledger()) {
      Balance balance = ledger.balance();
      assertThat(balance.distinct()).isEqualTo(2 * EVENTS);
      assertThat(balance.reordered()).isZero();
    }
  }

  private void awaitDelivered(int records) {
    try (Ledger ledger = stack.ledger()) {
      assertThat(ledger.await(records, PATIENCE).records()).isGreaterThanOrEqualTo(records);
    }
  }

  /**
   * One after the other, as the schedule has them, until the outage is over and nothing is owed.
   */
  private List<Answer> invocations(LocalLambda lane, AtomicBoolean over) throws Exception {
    List<Answer> answers = new ArrayList<>();
    while (!over.get() || stack.owed() > 0) {
      answers.add(lane.invoke("{}").get(3, TimeUnit.MINUTES));
    }
    return answers;
  }

  private void awaitProbes(int failures) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String open = "outbox.state WHERE breaker_failures >= " + failures;
    while (stack.count(open) == 0) {
      assertThat(System.nanoTime())
          .as(
              () ->
                  "the breaker opens and probes: "
                      + stack.one("SELECT array_agg(s)::text FROM outbox.state s"))
          .isLessThan(end);
      Pause.briefly();
    }
  }

  @Test
  void databaseThatRestartsInTheMiddleIsReconnectedWithinTheInvocation() throws Exception {
    stack.append(EVENTS, 1_000, 4);
    try (LocalLambda lane = stack.patientLane("relay")) {
      CompletableFuture<Answer> running = lane.invoke("{}");
      try (Ledger ledger = stack.ledger()) {
        assertThat(ledger.await(5_000, PATIENCE).records()).isGreaterThanOrEqualTo(5_000);
        stack.postgres().restart();
        Answer answer = running.get(3, TimeUnit.MINUTES);
        assertThat(answer).isInstanceOf(Answer.Answered.class);
        Balance balance = ledger.balance();
        assertThat(balance.distinct()).isEqualTo(EVENTS);
        assertThat(balance.reordered()).isZero();
      }
    }
    assertThat(stack.owed()).isZero();
    assertThat(stack.delivered()).isEqualTo(EVENTS);
  }
}
