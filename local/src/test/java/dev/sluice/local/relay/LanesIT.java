package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.relay.Ledger.Balance;
import java.util.ArrayList;
import java.util.List;
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

  private static final int WARM_UP = 400;

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
    stack.fresh().append("warm-", WARM_UP, WARM_UP / 10);
    List<LocalLambda> lanes = new ArrayList<>();
    try {
      for (int lane = 0; lane < 4; lane++) {
        LocalLambda lambda = stack.patientLane("lane-" + lane);
        lanes.add(lambda);
        lambda.invokeAndWait(invocation(lane)); // four cold starts at once may count as an outage
      }
      stack.append(events, events / 10, 20);
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      for (int lane = 0; lane < 4; lane++) {
        answers.add(lanes.get(lane).invoke(invocation(lane)));
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
      assertThat(ledger.balance()).isEqualTo(new Balance(WARM_UP + events, 0, 0));
    }
    assertThat(stack.owed()).isZero();
    assertThat(stack.delivered()).isEqualTo(WARM_UP + events);
  }

  private static String invocation(int lane) {
    return "{\"lane\":" + lane + ",\"lanes\":4}";
  }
}
