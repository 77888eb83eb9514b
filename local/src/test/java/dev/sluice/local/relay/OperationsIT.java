package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.PreparedOutbox;
import dev.sluice.local.relay.Ledger.Balance;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator does while two relays publish, each in a process of its own. */
@Timeout(600)
@Order(1)
final class OperationsIT {

  private static final int BUSY = Volume.of(10_000, 20_000);

  /** So many keys are never all of one lane. */
  private static final int PROBES = 20;

  private static RelayStack stack;

  private final AtomicBoolean over = new AtomicBoolean();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private LocalLambda first;
  private LocalLambda second;
  private LocalLambda ops;
  private List<CompletableFuture<Void>> lanes = List.of();

  @BeforeAll
  static void start() {
    stack = RelayStack.shared();
  }

  @AfterAll
  static void stop() {
    stack.close();
  }

  @BeforeEach
  void fresh() {
    stack.fresh();
    first = stack.blockingLane("first");
    second = stack.blockingLane("second");
    ops = stack.ops("ops");
  }

  @AfterEach
  void end() {
    over.set(true);
    first.close();
    second.close();
    ops.close();
    lanes.forEach(lane -> lane.exceptionally(_ -> null).join());
    threads.close();
  }

  /** As a schedule would: one invocation after the other. */
  private void startLanes() {
    lanes = List.of(lane(first, 0), lane(second, 1));
  }

  private CompletableFuture<Void> lane(LocalLambda lane, int number) {
    return CompletableFuture.runAsync(
        () -> {
          while (!over.get()) {
            lane.invokeAndWait("{\"lane\":" + number + ",\"lanes\":2}");
          }
        },
        threads);
  }

  private Map<String, Object> ask(String request) {
    return Reports.of(ops.invokeAndWait(request.replace('\'', '"')));
  }

  private void awaitDelivered(String streams) {
    while (stack.owed(streams) > 0) {
      assertThat(lanes).noneMatch(CompletableFuture::isDone);
      Pause.briefly();
    }
  }

  private void kill(String streams) {
    stack.execute(
        PreparedOutbox.killed("stream LIKE '" + streams + "'", 5, "REFUSED", "'no room'"));
  }

  private void assertArrived(Balance expected) {
    try (Ledger ledger = stack.ledger()) {
      assertThat(ledger.balance()).isEqualTo(expected);
    }
  }

  @Test
  void redriveWhoseProcessIsKilledIsResumedWhereItStopped() throws Exception {
    int dead = Volume.of(30_000, 60_000);
    stack.append("dead-", dead, 300);
    kill("dead-%");
    stack.append("busy-", BUSY, 300);
    startLanes();
    CompletableFuture<Answer> redrive =
        ops.invoke("{\"action\":\"redrive\",\"all\":true,\"confirm\":true,\"actor\":\"ann\"}");
    while (stack.count("outbox.operation WHERE affected >= 3000") == 0) {
      assertThat(redrive).isNotDone();
      Pause.briefly();
    }
    ops.kill();
    assertThat(redrive.get(3, TimeUnit.MINUTES)).isInstanceOf(Answer.Crashed.class);

    long moved = Long.parseLong(stack.one("SELECT affected FROM outbox.operation"));
    assertThat(moved).isBetween(3_000L, dead - 1_000L);
    assertThat(stack.count("outbox.held WHERE status = 'DEAD'")).isEqualTo(dead - moved);
    assertThat(stack.one("SELECT affected FROM outbox.audit")).isEqualTo(Long.toString(moved));

    String operation = stack.one("SELECT id FROM outbox.operation");
    assertThat(ask("{'action':'redrive','operation':'" + operation + "','actor':'bob'}"))
        .containsEntry("done", true)
        .containsEntry("affected", dead);
    awaitDelivered("%");
    assertArrived(new Balance(dead + BUSY, 0, 0));
  }

  /**
   * Lanes ask for pauses once a second: until events of keys of both wait while others have passed.
   *
   * @return how many were appended
   */
  private int appendUntilThePauseIsNoticed() {
    for (int round = 1; ; round++) {
      stack.execute(
          """
          INSERT INTO outbox.event (stream, event_type, aggregate_id, payload)
          SELECT stream, 'Counted', 'probe-' || i, json_build_object('n', %d)
          FROM unnest('{held-0,probe-0}'::text[]) stream, generate_series(1, %d) i
          """
              .formatted(round, PROBES));
      awaitDelivered("probe-0");
      if (stack.count(
              "outbox.events WHERE stream = 'held-0' AND status = 'PENDING' AND payload->>'n' = '"
                  + round
                  + "'")
          == PROBES) {
        return 2 * PROBES * round;
      }
    }
  }

  @Test
  void everyActionWorksWhileTwoRelaysPublish() {
    stack.append("given-up-", 500, 5);
    kill("given-up-%");
    stack.append("busy-", BUSY, 300);
    startLanes();
    assertThat(ask("{'action':'preflight'}")).containsEntry("ready", true);
    assertThat(ask("{'action':'pause','stream':'held-0','actor':'ann','reason':'r'}"))
        .containsEntry("changed", true);
    int before = appendUntilThePauseIsNoticed();
    stack.append("held-", 1_000, 10);
    stack.append("later-", 5_000, 100);
    assertThat(ask("{'action':'status'}")).containsKey("streams");
    assertThat(ask("{'action':'measure'}")).containsEntry("Heartbeat", 1);
    assertThat(ask("{'action':'clean','actor':'schedule'}")).containsEntry("ran", true);
    awaitDelivered("busy-0");
    awaitDelivered("later-0");
    assertThat(stack.owed("held-0")).as("paused").isGreaterThanOrEqualTo(1_000);

    assertThat(ask("{'action':'resume','stream':'held-0','actor':'ann'}"))
        .containsEntry("changed", true);
    assertThat(
            ask(
                "{'action':'discard','stream':'given-up-0','confirm':true,'actor':'ann','reason':'r'}"))
        .containsEntry("affected", 500);
    awaitDelivered("%");
    assertArrived(new Balance(BUSY + 6_000 + before, 0, 0));

    assertThat(ask("{'action':'replay','stream':'later-0','confirm':true,'actor':'ann'}"))
        .containsEntry("affected", 5_000);
    awaitDelivered("%");
    assertArrived(new Balance(BUSY + 6_000 + before, 5_000, 0));
    assertThat(stack.count("outbox.events WHERE status = 'DISCARDED'")).isEqualTo(500);
    assertThat(stack.count("outbox.audit")).isEqualTo(5);
  }
}
