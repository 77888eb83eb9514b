package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedEmulatorTest {

  @Test
  void failedStartIsToldAgainAndNotTriedAgain() {
    AtomicInteger starts = new AtomicInteger();
    SharedEmulator shared =
        new SharedEmulator(
            () -> {
              throw new IllegalStateException("no Python, start " + starts.incrementAndGet());
            });

    assertThatThrownBy(shared::started).hasMessage("no Python, start 1");
    assertThatThrownBy(shared::started).hasMessage("no Python, start 1");
    assertThat(starts).hasValue(1);
  }
}
