package dev.sluice.relay.ops.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Delivered events are delivered again while a lane publishes, fails, holds and releases others.
 */
final class ReplayUnderLoadIT {

  private static final int KEYS = 200;
  private static final String ALL =
      "{'action': 'replay', 'all': true, 'confirm': true, 'actor': 'ann'}";

  private final MovedOutbox outbox = new MovedOutbox();
  private final AtomicBoolean over = new AtomicBoolean();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void drop() {
    over.set(true);
    threads.close();
    outbox.close();
  }

  private static boolean isReplay(OutboxMessage message) {
    return message.headers().containsKey("x-sluice-replay");
  }

  private void awaitDelivered(int messages, CompletableFuture<?> lane) {
    while (outbox.broker.delivered().size() < messages && !lane.isDone()) {
      Pause.briefly();
    }
  }

  @Test
  void onlyWhatWasDeliveredComesAgainAndEachOnceForEachReplay() {
    outbox.broker.answers(
        m ->
            m.seq() % 97 == 0 && m.attempt() == 1
                ? new Retryable("BUSY", "the first time")
                : new Delivered("-"));
    int appended = Volume.of(3_000, 50_000);
    outbox.append("orders", appended, KEYS);
    CompletableFuture<?> lane =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                outbox.loop(Duration.ofSeconds(8));
              }
            },
            threads);
    int affected = 0;
    for (int replay = 0; replay < 3; replay++) {
      awaitDelivered(1000 * (replay + 1) + affected, lane);
      CompletableFuture<Map<String, Object>> asked =
          CompletableFuture.supplyAsync(() -> outbox.ask(ALL), threads);
      while (!asked.isDone()) {
        outbox.append("orders", 200, KEYS);
        appended += 200;
      }
      assertThat(asked.join()).containsEntry("done", true);
      affected += (Integer) asked.join().getOrDefault("affected", 0);
    }
    awaitDelivered(appended + affected, lane);
    over.set(true);
    lane.join();
    assertThat(affected).isPositive();
    List<OutboxMessage> delivered = outbox.broker.delivered();
    assertThat(delivered).as("none lost, none twice").hasSize(appended + affected);
    List<OutboxMessage> originals = delivered.stream().filter(m -> !isReplay(m)).toList();
    assertThat(originals).hasSize(appended);
    outbox.assertOrderPerKey(originals);
    Set<Long> seen = new HashSet<>();
    for (OutboxMessage message : delivered) {
      assertThat(seen.contains(message.seq()))
          .as("%s was delivered before, if it is a replay and only then", message)
          .isEqualTo(isReplay(message));
      seen.add(message.seq());
    }
    delivered.stream()
        .filter(ReplayUnderLoadIT::isReplay)
        .map(m -> m.headers().get("x-sluice-replay"))
        .distinct()
        .forEach(
            operation ->
                outbox.assertOrderPerKey(
                    delivered.stream()
                        .filter(m -> operation.equals(m.headers().get("x-sluice-replay")))
                        .toList()));
    outbox.assertAccounted();
    assertThat(outbox.count("outbox.held")).isZero();
  }
}
