package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SnapshotTest {

  @ParameterizedTest
  @CsvSource({
    "9, true",
    "10, false",
    "11, true",
    "12, false",
    "13, true",
    "14, false",
    "99, false"
  })
  void seesWhatHadEnded(long transaction, boolean seen) {
    assertThat(Snapshot.parse("10:14:10,12", 0).sees(transaction)).isEqualTo(seen);
  }

  @Test
  void nothingSeesNoTransaction() {
    assertThat(Snapshot.NOTHING.sees(1)).isFalse();
    assertThat(Snapshot.NOTHING.sees(3)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10:10:", "10:14:10,12", "18446744073709:18446744073710:18446744073709"})
  void isWrittenAsPostgresqlDoes(String text) {
    assertThat(Snapshot.parse(text, 5)).hasToString(text);
  }

  @Test
  void equalSnapshotsSeeAsMuch() {
    Snapshot snapshot = Snapshot.parse("10:14:10,12", 5);
    assertThat(snapshot.seesAsMuchAs(Snapshot.parse("10:14:10,12", 99))).isTrue();
    for (String other : new String[] {"10:14:10", "10:15:10,12", "11:14:12", "10:14:10,13"}) {
      assertThat(snapshot.seesAsMuchAs(Snapshot.parse(other, 5))).as(other).isFalse();
    }
  }

  @Test
  void slotsAreSearchedSinceTheOldestRunningTransactionBegan() {
    Horizon horizon = new Horizon();
    assertThat(place(horizon, 1_000, 12, 10L)).as("who knows when 10 began").isEqualTo(7);
    assertThat(place(horizon, 2_000, 14, 10L, 13L)).as("10 still runs").isEqualTo(7);
    assertThat(place(horizon, 3_000, 15, 13L)).as("13 began after the first look").isEqualTo(1_000);
    assertThat(place(horizon, 4_000, 16)).as("nothing runs").isEqualTo(4_000);
  }

  private static long place(Horizon horizon, long now, long xmax, Long... running) {
    Snapshot taken =
        new Snapshot(running.length == 0 ? xmax : running[0], xmax, List.of(running), now);
    return horizon.place(taken, 7).horizonMicros();
  }
}
