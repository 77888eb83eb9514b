package dev.sluice.local.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LedgerTest {

  private static Ledger balance(Set<String> received, int reordered, Map<String, String> owed) {
    return Ledger.balance(
        List.of("a", "b", "c"), 7, new Ledger.Received(received, reordered, 2), owed);
  }

  @Test
  void everythingThatWasCommittedAndArrivedBalances() {
    Ledger ledger = balance(Set.of("a", "b", "c"), 0, Map.of());
    assertThat(ledger).isEqualTo(new Ledger(3, 3, 0, 0, 0, 0, 0, 2, 7));
    assertThat(ledger.held()).isTrue();
  }

  @Test
  void deadEventIsAccountedFor() {
    Ledger ledger = balance(Set.of("a", "b"), 0, Map.of("c", "DEAD"));
    assertThat(ledger.dead()).isEqualTo(1);
    assertThat(ledger.held()).isTrue();
  }

  @Test
  void eventThatIsStillOwedIsPendingAndDoesNotHold() {
    for (String status : List.of("PENDING", "FAILED")) {
      Ledger ledger = balance(Set.of("a", "b"), 0, Map.of("c", status));
      assertThat(ledger.pending()).isEqualTo(1);
      assertThat(ledger.lost()).isZero();
      assertThat(ledger.held()).isFalse();
    }
  }

  @Test
  void eventThatIsNowhereIsLost() {
    Ledger ledger = balance(Set.of("a", "b"), 0, Map.of());
    assertThat(ledger.lost()).isEqualTo(1);
    assertThat(ledger.held()).isFalse();
  }

  @Test
  void deliveredEventThatIsStillOwedIsDelivered() {
    Ledger ledger = balance(Set.of("a", "b", "c"), 0, Map.of("c", "PENDING"));
    assertThat(ledger.delivered()).isEqualTo(3);
    assertThat(ledger.pending()).isZero();
  }

  @Test
  void eventThatNobodyCommittedIsAGhost() {
    Ledger ledger = balance(Set.of("a", "b", "c", "rolled back"), 0, Map.of());
    assertThat(ledger.ghosts()).isEqualTo(1);
    assertThat(ledger.delivered()).isEqualTo(3);
    assertThat(ledger.held()).isFalse();
  }

  @Test
  void reorderedEventDoesNotHold() {
    assertThat(balance(Set.of("a", "b", "c"), 1, Map.of()).held()).isFalse();
  }

  @Test
  void nothingAtAllProvesNothing() {
    Ledger.Received nothing = new Ledger.Received(Set.of(), 0, 0);
    assertThat(Ledger.balance(List.of(), 0, nothing, Map.of()).held()).isFalse();
  }
}
