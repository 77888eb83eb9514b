package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CallCountsTest {

  @Test
  void countsAreReadFromTheStandIn() throws Exception {
    String json =
        """
        {"calls":3,"entries":30,"taken":29,"mostInFlight":2,"overlappingGroups":1,"fallingGroups":4}
        """;
    CallCounts counts = CallCounts.parse(json);
    assertThat(counts).isEqualTo(new CallCounts(3, 30, 29, 2, 1, 4));
    assertThat(counts.entriesPerCall()).isEqualTo(10);
  }

  @Test
  void resendsOverlapsAndDisorderAreFaults() {
    assertThat(new CallCounts(3, 30, 30, 2, 0, 0).faults()).isEmpty();
    assertThat(new CallCounts(3, 30, 29, 2, 0, 0).faults()).hasSize(1);
    assertThat(new CallCounts(3, 30, 30, 2, 1, 0).faults()).hasSize(1);
    assertThat(new CallCounts(3, 30, 30, 2, 0, 1).faults()).hasSize(1);
  }

  @Test
  void missingCountIsNoZero() {
    assertThatThrownBy(() -> CallCounts.parse("{\"calls\":3}")).hasMessageContaining("'entries'");
  }
}
