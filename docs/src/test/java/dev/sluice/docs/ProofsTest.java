package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each promise points at the tests that prove it. */
final class ProofsTest {

  private static final Pattern LINK =
      Pattern.compile("\\[(?<name>\\w+)]\\((?<file>[^)]+\\.java)\\)");

  @ParameterizedTest
  @CsvSource({"README.md, Promise", "docs/guarantees.md, When"})
  void everyRowEndsWithTestsThatExist(String page, String heading) {
    Path file = Page.ROOT.resolve(page);
    List<String> rows = rows(new Page(file).prose(), heading);
    assertThat(rows).hasSizeGreaterThan(7);
    assertThat(rows)
        .allSatisfy(
            row -> {
              String proof = row.substring(row.lastIndexOf(" | ") + 3);
              assertThat(LINK.matcher(proof).results())
                  .as(row)
                  .isNotEmpty()
                  .allSatisfy(
                      link -> {
                        Path test = file.resolveSibling(link.group(2)).normalize();
                        assertThat(test).hasFileName(link.group(1) + ".java");
                        assertThat(read(test)).containsPattern("@(Parameterized)?Test\\b");
                      });
            });
  }

  private static List<String> rows(String text, String heading) {
    return Stream.of(text.split("\n", -1))
        .dropWhile(line -> !line.startsWith("| " + heading + " |"))
        .takeWhile(line -> line.startsWith("|"))
        .skip(2)
        .toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
