package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OpsProgressTest {

  private static final String UNFINISHED =
      """
      {"action":"redrive","done":false,"affected":%d,"takenOffDeadLetterQueue":%d,"continueInSeconds":%d,
       "next":"{\\"action\\":\\"redrive\\",\\"operation\\":\\"7\\"}"}
      """;

  private static OpsProgress of(int affected, int takenOff, int seconds) throws Exception {
    return OpsProgress.of(UNFINISHED.formatted(affected, takenOff, seconds), "ann");
  }

  @Test
  void whatIsNotDoneGoesOnAsTheSamePersonAfterTheTimeThatItTells() throws Exception {
    OpsProgress progress = of(3000, 0, 7);
    assertThat(progress.goesOn()).isTrue();
    assertThat(progress.next())
        .isEqualTo("{\"action\":\"redrive\",\"operation\":\"7\",\"actor\":\"ann\"}");
    assertThat(progress.pause()).isEqualTo(Duration.ofSeconds(7));
    assertThat(progress.line())
        .isEqualTo(
            "redrive: 3000 moved so far, 0 copies taken off the dead-letter queue; going on in 7 s");
  }

  @Test
  void whatIsDoneOrHasNoNextDoesNot() throws Exception {
    assertThat(OpsProgress.of("{\"done\":true,\"next\":\"{}\"}", "ann").goesOn()).isFalse();
    assertThat(OpsProgress.of("{\"action\":\"clean\",\"done\":false}", "ann").goesOn()).isFalse();
    assertThat(OpsProgress.of("{\"action\":\"status\"}", "ann").goesOn()).isFalse();
    assertThat(OpsProgress.of("\"<h3>Streams</h3>\"", "ann").goesOn()).isFalse();
  }

  @Test
  void whoMovesNothingAndIsNotMadeToWaitStandsStill() throws Exception {
    assertThat(of(3000, 0, 0).standsStillSince(of(3000, 9, 0))).isTrue();
    assertThat(of(3000, 1, 0).standsStillSince(of(3000, 9, 0))).isFalse();
    assertThat(of(3001, 0, 0).standsStillSince(of(3000, 9, 0))).isFalse();
    assertThat(of(3000, 0, 9).standsStillSince(of(3000, 9, 0))).isFalse();
  }
}
