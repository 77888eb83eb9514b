package dev.sluice.relay.ops.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * A slot is examined, held and emptied while lanes deliver, fail and hold what is in it. New events
 * come to the old slot all the time: lanes see some of them, and some are uncovered.
 */
final class CleaningUnderLoadIT {

  private static final int ROUNDS = Volume.of(30, 500);

  private long held;

  private void clean(KeptDatabase kept) {
    held += (Long) kept.clean().getOrDefault("heldEvents", 0L);
  }

  @Test
  void nothingIsLostAndOnlyWhatWasHeldForItsSlotComesTwice() {
    try (KeptDatabase kept = new KeptDatabase()) {
      kept.drained.broker.answers(
          message ->
              message.seq() % 97 == 0 && message.attempt() == 1
                  ? new Retryable("BUSY", "the first time")
                  : new Delivered("-"));
      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Void> lanes =
          CompletableFuture.runAsync(
              () -> {
                while (!over.get()) {
                  kept.drained.run("lane");
                }
              });
      for (int round = 0; round < ROUNDS; round++) {
        kept.append(kept.oldest, "old", 20);
        kept.drained.append(2, 50, 50);
        clean(kept);
      }
      over.set(true);
      lanes.join();
      kept.drained.runUntilSettled();
      clean(kept);
      kept.drained.runUntilSettled();
      List<Long> delivered = kept.delivered();
      assertThat(delivered.stream().distinct()).hasSize(70 * ROUNDS);
      assertThat(delivered).hasSizeLessThanOrEqualTo((int) (70L * ROUNDS + held));
      assertThat(held).as("the control").isPositive();
      assertThat(kept.count("outbox.event WHERE slot = " + kept.oldest)).isZero();
      assertThat(kept.count("outbox.held")).isZero();
      assertThat(kept.found.stream().mapToLong(Uncovered::events).sum()).isLessThanOrEqualTo(held);
    }
  }
}
