package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CloudFormation's own rules, on all that is synthesised and on template.yaml, in one run. */
final class CfnLintIT {

  /**
   * W3005 tells of dependencies that are implied already: the CDK writes them down all the same.
   * W3691 takes a bare major version of PostgreSQL for one that is withdrawn; RDS takes it for its
   * default release of that major version.
   */
  private static final List<String> IGNORED = List.of("W3005", "W3691");

  /** Its own script names the directory in which it was built. */
  private static final String PROGRAM =
      "import sys; from cfnlint.runner import main; sys.exit(main())";

  @Test
  void everyTemplateIsClean() {
    List<String> files =
        Stream.concat(Synthesised.templates().map(Template::file), Stream.of(SamCli.TEMPLATE))
            .map(Path::toString)
            .toList();
    assertThat(files).hasSizeGreaterThan(20);
    assertThat(lint(files)).isEmpty();
  }

  /** The control: it does find something. */
  @Test
  void faultyTemplateIsNot(@TempDir Path directory) throws IOException {
    Path faulty =
        Files.writeString(
            directory.resolve("faulty.json"),
            "{\"Resources\": {\"Queue\": {\"Type\": \"AWS::SQS::Queue\", \"Properties\": {\"Retention\": 1}}}}");
    assertThat(lint(List.of(faulty.toString()))).contains("Retention");
  }

  private static String lint(List<String> files) {
    List<String> arguments = new ArrayList<>(List.of("-c", PROGRAM, "--format", "parseable"));
    for (String rule : IGNORED) {
      arguments.addAll(List.of("--ignore-checks", rule));
    }
    arguments.add("--template");
    arguments.addAll(files);
    return SamCli.python(Map.of(), arguments).output();
  }
}
