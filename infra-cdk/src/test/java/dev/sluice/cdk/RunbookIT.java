package dev.sluice.cdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The table in docs/operations.md is the one on the dashboard; {@code -Dsluice.snapshots=rewrite}
 * writes it anew.
 */
final class RunbookIT {

  private static final Path PAGE = Path.of("..", "docs", "operations.md");
  private static final String BEGIN = "<!-- alarms -->\n";
  private static final String END = "<!-- /alarms -->";

  @Test
  void tableOfThePageIsTheDashboards() throws IOException {
    String page = Files.readString(PAGE);
    String expected =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + Runbook.table(one -> "[%s](#%s)".formatted(one.title(), one.anchor()))
            + page.substring(page.indexOf(END));
    if ("rewrite".equals(System.getProperty("sluice.snapshots"))) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(expected);
  }
}
