package dev.sluice.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RetriesTest {

  private static final String FAILED =
      "[relay] {\"level\":\"WARN\",\"message\":\"event failed and will be retried\",\"stream\":\"orders\"}";

  private final Retries retries = new Retries();

  @Test
  void everyFailedAttemptCounts() {
    retries.read(FAILED);
    retries.read("[relay] {\"level\":\"ERROR\",\"message\":\"event is dead\"}");
    retries.read("[relay] REPORT RequestId: 1");
    retries.read(FAILED);

    assertThat(retries.count()).isEqualTo(2);
  }

  @Test
  void attemptsThatWereNotLoggedOneByOneCountToo() {
    for (int i = 0; i < 20; i++) {
      retries.read(FAILED);
    }
    retries.read(
        "[relay] {\"message\":\"more of them: event failed and will be retried\",\"count\":33,\"logged\":20}");

    assertThat(retries.count()).isEqualTo(33);
  }
}
