package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {

  private static final Ledger EXPECTED = Drain.SLUICE.perEvent().times(1_000);

  @Test
  void growthOfTheBrokerCountsAndNotItsPast() {
    Ledger after = new Ledger(6_000, 0, 1_000);
    assertThat(after.since(new Ledger(5_000, 1_000, 0)).faults(EXPECTED)).isEmpty();
  }

  @Test
  void oneMissingRecordIsAFault() {
    assertThat(new Ledger(999, 0, 1_000).faults(EXPECTED))
        .containsExactly("999 events at the broker instead of 1000");
  }

  @Test
  void oneRecordTwiceIsAFault() {
    assertThat(new Ledger(1_001, 0, 1_000).faults(EXPECTED)).hasSize(1);
  }

  @Test
  void eventsLeftBehindAndEventsNotWrittenDownAreFaults() {
    assertThat(new Ledger(1_000, 1, 999).faults(EXPECTED))
        .containsExactly(
            "1 events still owed instead of 0",
            "999 events written down as delivered instead of 1000");
  }
}
