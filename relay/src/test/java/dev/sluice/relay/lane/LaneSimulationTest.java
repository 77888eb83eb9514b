package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The lane's own code in random schedules, and the {@link Invariants} that it keeps in each. */
@Order(1)
final class LaneSimulationTest {

  /** The rarest fault shows in one schedule of 1,000. */
  private static final int MOST_SEEDS = 20_000;

  @Test
  void everyCommittedEventIsDeliveredInOrderOrDead() {
    for (int seed = 0; seed < Volume.of(2000, 40_000); seed++) {
      assertThat(Simulation.run(seed, PlantedFault.NONE).broken()).as("seed " + seed).isNull();
    }
  }

  /** The control: each broken rule is found. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void brokenRuleIsFound(PlantedFault fault) {
    @Nullable String found = null;
    for (int seed = 0; found == null && seed < MOST_SEEDS; seed++) {
      found = Simulation.run(seed, fault).broken();
    }
    assertThat(found).isNotNull();
  }

  /** Also in another process, where hash codes are others. */
  @Test
  void seedRepeatsARunToTheLetter() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Simulation.class.getName(),
                "52")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(printed.strip()).isEqualTo(Simulation.trace(52).strip());
    assertThat(printed).as("the control").isNotEqualTo(Simulation.trace(53)).contains(" settle ");
  }
}
