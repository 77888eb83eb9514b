package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The AWS CLI v2 takes the commands of all pages as they stand. */
final class AwsCommandsIT {

  private static final String NEEDS_AWS = "(?s)<!-- needs AWS -->\n```(?:sh|sql)\n(.*?)```";

  /** On lines of their own, within another command, or between back-ticks. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?m)^(aws (?:.*\\\\\n)*.*)$|\\$\\((aws [^)]+)\\)|\\{ (aws [^;]+); }|`(aws [^`]+)`");

  @Test
  void everyCommandIsTakenAsItStands() throws IOException {
    List<String> commands = pages().flatMap(AwsCommandsIT::commands).toList();
    assertThat(commands).hasSizeGreaterThan(12);
    assertThat(faults(commands)).isEmpty();
  }

  /** The control. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "aws lambda invoke --function-name \"$OPS\" --payload '{}' /dev/stdout",
        "aws lambda invoke --function-name \"$RELAY\" /dev/stdout",
        "aws lambda invoke --function-name \"$OPS\" --cli-binary-format raw-in-base64-out --payload '{}'",
        "aws lambda put-function-concurrency --function-name <relay>",
        "aws rds describe-events --minutes 60",
        "aws sqs receive --queue-url \"$DLQ\""
      })
  void faultyCommandWouldBeFound(String command) throws IOException {
    assertThat(faults(List.of(command))).containsKey(command);
  }

  @Test
  void outputsOnThePagesAreThoseOfTheStacks() {
    Set<String> named = new TreeSet<>();
    pages()
        .flatMap(page -> matches("\\$\\(output (\\w+)\\)|\\.\\[\"[a-z-]+relay\"]\\.(\\w+)", page))
        .forEach(named::add);
    assertThat(named).contains("OpsFunction", "RelayFunction", "DeadLetters");
    assertThat(Synthesised.of("minimal").stack("Relay").outputs()).containsAll(named);
    assertThat(SamTemplate.least().outputs()).containsAll(named);
    assertThat(pages().flatMap(page -> matches("\\.\\[\"[a-z-]+messaging\"]\\.(\\w+)", page)))
        .isNotEmpty()
        .allMatch(Synthesised.of("minimal").stack("Messaging").outputs()::contains);
  }

  /** The database of {@code minimal} is in a network that nobody is in. */
  @Test
  void nothingConnectsToADatabaseInAws() {
    List<String> blocks = pages().flatMap(page -> matches(NEEDS_AWS, page)).toList();
    assertThat(blocks).hasSizeGreaterThan(5).noneMatch(block -> block.contains("psql"));
  }

  private static Stream<String> commands(String page) {
    return COMMAND
        .matcher(page)
        .results()
        .map(AwsCommandsIT::group)
        .map(command -> command.replaceAll("\\\\?\n\\s*", " ").strip());
  }

  private static Stream<String> matches(String pattern, String page) {
    return Pattern.compile(pattern).matcher(page).results().map(AwsCommandsIT::group);
  }

  /** The only one that was found. */
  private static String group(MatchResult found) {
    return Stream.iterate(1, number -> number <= found.groupCount(), number -> number + 1)
        .map(found::group)
        .filter(text -> text != null)
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Object> faults(List<String> commands) throws IOException {
    return JSON.std.mapFrom(SamCli.program("aws-commands.py", JSON.std.asString(commands)));
  }

  private static Stream<String> pages() {
    try (Stream<Path> docs = Files.list(SamCli.REPOSITORY.resolve("docs"))) {
      List<Path> pages =
          Stream.concat(
                  docs,
                  Stream.of("README.md", "infra-cdk/README.md").map(SamCli.REPOSITORY::resolve))
              .filter(file -> file.toString().endsWith(".md"))
              .toList();
      return pages.stream().map(AwsCommandsIT::text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
