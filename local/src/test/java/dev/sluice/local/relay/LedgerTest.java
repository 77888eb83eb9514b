package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.relay.Ledger.Balance;
import dev.sluice.local.relay.Ledger.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The controls: each way to be wrong is noticed. */
final class LedgerTest {

  private static final Entry A1 = new Entry("a", 1);
  private static final Entry A2 = new Entry("a", 2);
  private static final Entry B1 = new Entry("b", 1);

  @Test
  void goodBooksBalance() {
    assertThat(Balance.of(List.of(A1, B1, A2))).isEqualTo(new Balance(3, 0, 0));
  }

  @Test
  void lostEventIsNoticed() {
    assertThat(Balance.of(List.of(A1, B1)).distinct()).isEqualTo(2);
  }

  @Test
  void duplicateIsCountedAndIsNoReordering() {
    assertThat(Balance.of(List.of(A1, A2, B1, A1, A2))).isEqualTo(new Balance(3, 2, 0));
  }

  @Test
  void swappedEventsOfOneKeyAreNoticed() {
    assertThat(Balance.of(List.of(A2, B1, A1)).reordered()).isEqualTo(1);
  }
}
