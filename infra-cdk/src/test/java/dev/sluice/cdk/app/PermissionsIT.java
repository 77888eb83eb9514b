package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The table in docs/permissions.md is every statement that is deployed; {@code
 * -Dsluice.snapshots=rewrite} writes it anew.
 */
final class PermissionsIT {

  private static final Path PAGE = Synthesised.PROJECT.resolve("../docs/permissions.md");
  private static final String BEGIN = "<!-- permissions -->\n";
  private static final String END = "<!-- /permissions -->";
  private static final String HEAD =
      """
      | Policy of | | whom | actions | on | if |
      |---|---|---|---|---|---|
      """;

  @Test
  void tableIsEveryStatementOfTheTemplates() throws IOException {
    String table =
        HEAD
            + PermissionRow.table(
                Synthesised.of("everything").stacks().stream()
                    .flatMap(Statement::in)
                    .map(PermissionRow::of));
    assertThat(table.lines()).hasSizeGreaterThan(30);
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
}
