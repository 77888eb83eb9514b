package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table in docs/deploy.md is computed; {@code -Dsluice.snapshots=rewrite} writes it anew. */
final class CostsIT {

  private static final Path PAGE = Synthesised.PROJECT.resolve("../docs/deploy.md");
  private static final String BEGIN = "<!-- costs -->\n";
  private static final String END = "<!-- /costs -->";

  @Test
  void tableIsWhatTheConfigurationsCost() throws IOException {
    String table =
        Costs.head()
            + Synthesised.CONFIGURATIONS.stream()
                .map(configuration -> Costs.of(configuration).row())
                .collect(Collectors.joining());
    String page = Files.readString(PAGE);
    String expected =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + table
            + page.substring(page.indexOf(END));
    if ("rewrite".equals(System.getProperty("sluice.snapshots"))) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(expected);
  }

  /** 43,800 minutes of 60 s and half a gigabyte, and 43,800 requests. */
  @Test
  void relayInLoopCostsItsTime() {
    assertThat(Costs.of("minimal").relay())
        .isCloseTo(43_800 * 60 * 0.5 * 0.0000133334 + 0.0438 * 0.2, within(0.0001));
  }

  @Test
  void drainCostsAFractionOfLoop() {
    assertThat(Costs.of("aurora-drain").relay()).isLessThan(Costs.of("minimal").relay() / 100);
  }

  @Test
  void existingNetworkCostsNoEndpoints() {
    assertThat(Costs.of("existing").endpoints()).isZero();
    assertThat(Costs.of("minimal").endpoints()).isPositive();
  }
}
