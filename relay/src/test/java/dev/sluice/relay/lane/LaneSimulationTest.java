package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Volume;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The lane's own code in random schedules: every committed event is delivered or dead, in order per
 * key, and accounted for once. An event that kills its lane ends dead, and no other event with it.
 */
@Order(1)
final class LaneSimulationTest {

  /** The rarest fault shows in one schedule of 2,500. */
  private static final int MOST_SEEDS = 50_000;

  @Test
  void everyCommittedEventIsDeliveredInOrderOrDead() {
    for (int seed = 0; seed < Volume.of(2000, 20_000); seed++) {
      assertThat(Simulation.run(seed, PlantedFault.NONE)).as("seed " + seed).isNull();
    }
  }

  /** The control: each broken rule is found. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void brokenRuleIsFound(PlantedFault fault) {
    @Nullable String found = null;
    for (int seed = 0; found == null && seed < MOST_SEEDS; seed++) {
      found = Simulation.run(seed, fault);
    }
    assertThat(found).isNotNull();
  }
}
