package dev.sluice.relay.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.testing.Environments;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An operator must be able to look and to act while the relay cannot start. */
final class OpsConfigTest {

  private static OpsConfig parse(Map<String, String> changes) {
    return OpsConfig.parse(Environments.with(changes));
  }

  @Test
  void routesSayWhereAStreamGoesAndWhatWaitsBehindIt() {
    OpsConfig config =
        parse(
            Map.of(
                "SLUICE_ROUTES",
                """
                [{"stream":"orders","destination":"fake:a","onDead":"BLOCK"},
                 {"stream":"clicks","destination":"fake:b","order":"NONE"}]
                """));
    assertThat(config.routeFault()).isEmpty();
    assertThat(config.destination("main", "orders")).isEqualTo("fake:a");
    assertThat(config.ordered("main", "orders")).isTrue();
    assertThat(config.blocks("main", "orders")).isTrue();
    assertThat(config.ordered("main", "clicks")).isFalse();
    assertThat(config.blocks("main", "clicks")).isFalse();
    assertThat(config.destination("main", "refunds")).isEmpty();
  }

  @Test
  void settingsThatKeepTheRelayFromStartingAreAFindingAndNoFailure() {
    OpsConfig config = parse(Map.of("SLUICE_ROUTES", "no routes", "SLUICE_BATCH", "none"));
    assertThat(config.relay()).isNull();
    assertThat(config.routeFault()).contains("SLUICE_ROUTES", "SLUICE_BATCH");
    assertThat(config.destination("main", "orders")).isEmpty();
    assertThat(config.ordered("main", "orders")).as("to be on the safe side").isTrue();
    assertThat(config.blocks("main", "orders")).isFalse();
  }

  @Test
  void withoutADatabaseThereIsNothingToOperate() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> parse(Map.of("SLUICE_DB_URL", "", "SLUICE_DB_USER", "")))
        .withMessageContainingAll("SLUICE_DB_URL", "SLUICE_DB_USER");
  }

  @Test
  void passwordInTheClearMeansThatItIsOnesOwnMachine() {
    assertThat(parse(Map.of()).local()).isFalse();
    assertThat(parse(Map.of("SLUICE_DB_AUTH", "password", "SLUICE_DB_PASSWORD", "secret")).local())
        .isTrue();
  }
}
