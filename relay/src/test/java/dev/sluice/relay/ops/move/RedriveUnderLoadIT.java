package dev.sluice.relay.ops.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.emulators.Volume;
import dev.sluice.relay.spi.OutboxMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dead events are owed again while a lane publishes. */
final class RedriveUnderLoadIT {

  /** One that is out of time waits for no answer, and what it sent comes twice. */
  private static final Duration INVOCATION = Duration.ofSeconds(Volume.of(8, 24));

  private final MovedOutbox outbox = new MovedOutbox();
  private final AtomicBoolean over = new AtomicBoolean();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void drop() {
    over.set(true);
    threads.close();
    outbox.close();
  }

  /** It compares the number of changes once a second. */
  @Test
  void laneThatHasPassedThemNoticesRedrivenEvents() {
    outbox.append("orders", 200, 20);
    outbox.kill(m -> m.seq() <= 40);
    CompletableFuture<?> lane =
        CompletableFuture.supplyAsync(() -> outbox.loop(INVOCATION), threads);
    outbox.append("other", 50, 5);
    while (outbox.delivered("other", "key-0").size() < 10 && !lane.isDone()) {
      Pause.briefly();
    }
    assertThat(lane).isNotDone();
    outbox.ask("{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'ann'}");
    while (outbox.count("outbox.held") > 0 && !lane.isDone()) {
      Pause.briefly();
    }
    assertThat(lane).as("the same invocation").isNotDone();
    assertThat(outbox.broker.delivered()).hasSize(250).doesNotHaveDuplicates();
    outbox.assertOrderPerKey(outbox.broker.delivered().subList(160, 250));
    outbox.assertAccounted();
    lane.join();
  }

  @Test
  void manyUnderLoadKeepTheirOrderAndNoneIsLost() {
    int dead = Volume.of(5_000, 100_000);
    outbox.append("orders", dead, 500);
    outbox.kill(m -> true);
    outbox.copyTheDead();
    CompletableFuture<?> lane =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                outbox.loop(INVOCATION);
              }
            },
            threads);
    CompletableFuture<Map<String, Object>> redrive =
        CompletableFuture.supplyAsync(
            () ->
                outbox.ask(
                    "{'action': 'redrive', 'stream': 'orders', 'confirm': true, 'actor': 'ann'}"),
            threads);
    int appended = dead;
    while (!redrive.isDone()) {
      outbox.append("orders", 500, 500);
      appended += 500;
    }
    assertThat(redrive.join()).containsEntry("affected", dead).containsEntry("done", true);
    while (outbox.broker.delivered().size() < appended && !lane.isDone()) {
      Pause.briefly();
    }
    over.set(true);
    lane.join();
    List<OutboxMessage> delivered = outbox.broker.delivered();
    assertThat(delivered).as("none lost, none twice").hasSize(appended);
    outbox.assertOrderPerKey(delivered.stream().filter(m -> m.seq() <= dead).toList());
    outbox.assertOrderPerKey(delivered.stream().filter(m -> m.seq() > dead).toList());
    outbox.assertAccounted();
    assertThat(outbox.count("outbox.held")).isZero();
    assertThat(outbox.letters.copies()).isEmpty();
    assertThat(outbox.letters.walks()).isEqualTo(1);
  }
}
