package dev.sluice.relay.ops.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class DeadlineTest {

  private final AtomicLong paused = new AtomicLong();

  private Deadline in(long millis) {
    return new Deadline(() -> millis, paused::set);
  }

  @Test
  void timeForTheAnswerIsKeptBack() {
    assertThat(in(Deadline.RESERVE).near()).isTrue();
    assertThat(in(Deadline.RESERVE + 1).near()).isFalse();
  }

  @Test
  void waitThatWouldTakeTooLongIsNotBegun() {
    assertThat(in(10_000).pause(7_000)).isFalse();
    assertThat(paused).hasValue(0);
    assertThat(in(10_000).pause(6_999)).isTrue();
    assertThat(paused).hasValue(6_999);
  }
}
