package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.PythonPackages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CloudFormation's own rules, on all that is synthesised, in one run. */
final class CfnLintIT {

  /**
   * W3005 tells of dependencies that are implied already: the CDK writes them down all the same.
   */
  private static final List<String> IGNORED = List.of("W3005");

  /** Its own script names the directory in which it was built. */
  private static final String PROGRAM =
      "import sys; from cfnlint.runner import main; sys.exit(main())";

  @Test
  void everyTemplateIsClean() throws IOException, InterruptedException {
    List<String> files =
        Synthesised.templates().map(template -> template.file().toString()).toList();
    assertThat(files).hasSizeGreaterThan(20);
    assertThat(lint(files)).isEmpty();
  }

  /** The control: it does find something. */
  @Test
  void faultyTemplateIsNot(@TempDir Path directory) throws IOException, InterruptedException {
    Path faulty =
        Files.writeString(
            directory.resolve("faulty.json"),
            "{\"Resources\": {\"Queue\": {\"Type\": \"AWS::SQS::Queue\", \"Properties\": {\"Retention\": 1}}}}");
    assertThat(lint(List.of(faulty.toString()))).contains("Retention");
  }

  private static String lint(List<String> files) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(python().toString());
    command.addAll(List.of("-c", PROGRAM, "--format", "parseable"));
    for (String rule : IGNORED) {
      command.addAll(List.of("--ignore-checks", rule));
    }
    command.add("--template");
    command.addAll(files);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return text;
    }
  }

  private static Path python() throws IOException {
    try (InputStream pins = CfnLintIT.class.getResourceAsStream("cfn-lint.txt")) {
      String requirements =
          new String(Objects.requireNonNull(pins).readAllBytes(), StandardCharsets.UTF_8);
      return PythonPackages.interpreter("cfn-lint", "cfn-lint", "cfn-lint", requirements);
    }
  }
}
