package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TakenTest {

  @Test
  void countsAreReadFromTheStandIn() {
    Taken taken = counted(30, 29, 1, 4);
    assertThat(taken.events()).isEqualTo(29);
    assertThat(taken.figures())
        .containsEntry(Measure.ENTRIES_PER_CALL, 10.0)
        .containsEntry(Measure.MOST_CALLS_IN_FLIGHT, 2.0)
        .hasSize(2);
    assertThat(taken.faults())
        .containsExactly(
            "30 entries were sent for 29 that were taken",
            "1 keys had two entries in flight at once",
            "4 keys were out of order or came twice");
  }

  @ParameterizedTest
  @CsvSource({"30, 0, 0, 0", "29, 0, 0, 1", "30, 1, 0, 1", "30, 0, 1, 1"})
  void resendsOverlapsAndDisorderAreFaults(long taken, long overlapping, long falling, int faults) {
    assertThat(counted(30, taken, overlapping, falling).faults()).hasSize(faults);
  }

  @Test
  void missingCountIsNoZero() {
    assertThatThrownBy(() -> Taken.of(Fields.parse("{\"calls\":3}")))
        .hasMessageContaining("'entries'");
  }

  private static Taken counted(long entries, long taken, long overlapping, long falling) {
    String json =
        """
        {"calls":3,"entries":%d,"taken":%d,"mostInFlight":2,"overlappingGroups":%d,
        "fallingGroups":%d}
        """;
    return Taken.of(
        Fields.parse(String.format(Locale.ROOT, json, entries, taken, overlapping, falling)));
  }
}
