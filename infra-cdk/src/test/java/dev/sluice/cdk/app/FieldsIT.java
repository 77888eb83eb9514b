package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The table in docs/schema/README.md is every field of the schema; {@code
 * -Dsluice.snapshots=rewrite} writes it anew.
 */
final class FieldsIT {

  private static final Path PAGE = Synthesised.PROJECT.resolve("../docs/schema/README.md");
  private static final String BEGIN = "<!-- fields -->\n";
  private static final String END = "<!-- /fields -->";
  private static final String HEAD =
      """
      | Field | Values | Default | Meaning |
      |---|---|---|---|
      """;

  @Test
  void tableIsEveryFieldOfTheSchema() throws IOException {
    String table = HEAD + FieldRows.of("configuration.schema.json");
    assertThat(table)
        .contains("| `relay.lanes` | 1 to 16 | `1` |", "| `routes[].stream` | a text | required |");
    assertThat(table.lines()).hasSizeGreaterThan(60);
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
