package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.Outbox.Open;
import dev.sluice.relay.Outbox.Snapshot;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OpenTransactionsTest {

  private final OpenTransactions transactions = new OpenTransactions();

  /** Everything before {@code next} has ended, but for those named. */
  private long learn(long lastDrawn, long next, Long... running) {
    return transactions.learn(new Snapshot(lastDrawn, next, next, Set.of(running)));
  }

  @Test
  void whileNothingIsKnownAnythingMayAppear() {
    assertThat(transactions.placeOfUnseen()).isZero();
    assertThat(transactions.seen()).isEmpty();
  }

  @Test
  void transactionsToComeAppendBehindWhatWasDrawnBeforeTheirIds() {
    learn(100, 10);
    learn(200, 10);
    assertThat(transactions.placeOfUnseen()).isEqualTo(100);
    learn(200, 10);
    assertThat(transactions.placeOfUnseen()).isEqualTo(200);
  }

  @Test
  void transactionUnderWayAppendsBehindWhatWasDrawnBeforeItsOwnId() {
    learn(100, 10);
    learn(200, 12, 11L);
    learn(300, 14, 11L, 13L);
    assertThat(transactions.seen()).containsExactlyInAnyOrder(new Open(11, 0), new Open(13, 100));
  }

  /** One that stays open for hours holds nothing up. */
  @Test
  void onlyTheEndOfATransactionSendsBack() {
    learn(100, 10);
    learn(200, 12, 11L);
    for (long read = 3; read < 1_000; read++) {
      learn(100 * read, 10 * read, 11L);
    }
    assertThat(transactions.placeOfUnseen()).isEqualTo(99_800);
    assertThat(learn(100_000, 10_000, 11L)).isEqualTo(99_800);
    assertThat(learn(100_100, 10_010)).isZero();
    assertThat(transactions.seen()).isEmpty();
  }

  /**
   * A snapshot's upper end is behind the last that ended; those above it may have begun long ago.
   */
  @Test
  void transactionThatIsYoungerThanTheLastOneEndedIsNotTakenForOneToCome() {
    learn(100, 10);
    for (long drawn = 200; drawn <= 900; drawn += 100) {
      transactions.learn(new Snapshot(drawn, 12, 11, Set.of())); // 11 is under way
    }
    assertThat(transactions.placeOfUnseen()).isZero();
    assertThat(learn(1_000, 12)).as("11 has ended").isZero();
    assertThat(transactions.placeOfUnseen()).isEqualTo(900);
  }
}
