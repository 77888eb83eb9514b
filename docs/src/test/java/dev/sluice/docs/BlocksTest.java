package dev.sluice.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No page shows code that nothing keeps true: above every block a mark says what does. */
final class BlocksTest {

  private static final Pattern COMMAND =
      Pattern.compile("(?m)^ *(\\$ )?(\\./sluice|mvn|npx|aws|sam|psql|cd|curl|bash|git) ");

  static Stream<Block> code() {
    return Page.all().stream().flatMap(page -> page.blocks().stream()).filter(Block::isCode);
  }

  static Stream<Block> shell() {
    return code().filter(Block::isShell);
  }

  @Test
  void pagesAreFound() {
    assertThat(Page.all())
        .extracting(Page::name)
        .contains(
            "README.md", "CONTRIBUTING.md", "docs/operations.md", "examples/orders/README.md");
    assertThat(shell()).as("blocks of commands").hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("code")
  void everyBlockIsKeptTrue(Block block) throws IOException {
    assertThat(block.mark()).as("the mark above %s: see CONTRIBUTING.md", block).isPresent();
    switch (block.mark().orElseThrow()) {
      case Mark.From from -> assertThat(file(from.file())).contains(unindented(block.text()));
      case Mark.TestedBy test -> assertReads(test.file(), block);
      case Mark.Output output -> assertThat(block.page().name()).isEqualTo("docs/operations.md");
      case Mark.Ci ci -> assertThat(commands(block)).allMatch(BlocksTest::isWhatCiRuns);
      case Mark.RunAs as -> assertThat(block.language()).isEqualTo("sql");
      case Mark.NeedsAws aws ->
          assertThat(block.isShell() || block.language().equals("sql")).isTrue();
      case Mark.Run run -> assertThat(block.isShell()).isTrue();
      case Mark.RunInCopy run -> assertThat(block.isShell()).isTrue();
      case Mark.RunWith run -> assertThat(block.text()).startsWith("./sluice ");
      case Mark.RunUntilInterrupted run -> assertThat(run.ready()).isNotBlank();
    }
  }

  /** What a reader would type must say that it is that. */
  @Test
  void outputsAreNoCommands() {
    assertThat(Page.all().stream().flatMap(page -> page.blocks().stream()))
        .filteredOn(block -> !block.isShell())
        .allSatisfy(block -> assertThat(block.text()).doesNotContainPattern(COMMAND));
  }

  @ParameterizedTest
  @MethodSource("shell")
  void shellUnderstandsEveryBlock(Block block) throws Exception {
    Process bash = new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
    try (var script = bash.outputWriter()) {
      script.write(block.text());
    }
    String said = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<!-- runs -->", "<!-- bench:drain -->", "text", ""})
  void otherLinesAreNoMarks(String line) {
    assertThat(Mark.parse(line)).isEqualTo(Optional.empty());
  }

  /** The test knows the page, by its path from the module's directory or by its name. */
  private static void assertReads(String test, Block block) throws IOException {
    assertThat(test).matches(".*(Test|IT)\\.java");
    assertThat(file(test)).contains(block.page().file().getFileName().toString());
  }

  private static boolean isWhatCiRuns(String command) {
    return Set.of("mvn verify", "mvn verify -Pfull", "bash .ci/run").contains(command);
  }

  @Test
  void ciRunsWhatTheMarkSays() throws IOException {
    assertThat(file(".github/workflows/ci.yml")).contains("- run: bash .ci/run\n");
    assertThat(file(".ci/run")).contains("\nmvn --fail-at-end -Pfull verify \"$@\" ");
  }

  private static List<String> commands(Block block) {
    return block.text().lines().map(line -> line.replaceFirst("\\s+# .*", "").strip()).toList();
  }

  private static String file(String name) throws IOException {
    Path file = Page.ROOT.resolve(name);
    assertThat(file).exists();
    return unindented(Files.readString(file));
  }

  private static String unindented(String code) {
    return code.replaceAll("(?m)^ +", "");
  }
}
