package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.SamCli.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the SAM CLI says of template.yaml, with samconfig.toml. */
final class SamLintIT {

  @TempDir private Path directory;

  @Test
  void templateIsValidAndPassesLint() {
    Ended ended = validate(SamCli.TEMPLATE);
    assertThat(ended.output()).contains("is a valid SAM Template");
    assertThat(ended.exitCode()).isZero();
  }

  /** The control: it does find something. */
  @Test
  void misspeltPropertyWouldBeFound() throws IOException {
    String faulty =
        Files.readString(SamCli.TEMPLATE).replace("MaximumRetryAttempts: 0", "Retry: 0");
    Ended ended = validate(Files.writeString(directory.resolve("template.yaml"), faulty));
    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).contains("Retry");
  }

  private static Ended validate(Path template) {
    return SamCli.sam(Map.of(), "validate", "--lint", "--template", template.toString());
  }

  /** People are used to it; it must not lose the jar, nor try to build one. */
  @Test
  void buildLeavesTheJarWhereMavenPutIt() throws IOException {
    Ended ended =
        SamCli.sam(
            Map.of(),
            "build",
            "--template",
            SamCli.TEMPLATE.toString(),
            "--build-dir",
            directory.toString());
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    List<Path> code =
        Files.readAllLines(directory.resolve("template.yaml")).stream()
            .filter(line -> line.contains("CodeUri:"))
            .map(line -> directory.resolve(line.replaceFirst(".*CodeUri: ", "")).normalize())
            .toList();
    assertThat(code).hasSize(3).containsOnly(SamCli.REPOSITORY.resolve("lambda/target/sluice.jar"));
  }

  /** What the deployment into an emulator runs is this template. */
  @Test
  void emulationChangesTheRuntimeAndDropsTheCompositeAndNothingElse() throws IOException {
    List<String> emulated = resources(SamText.of(SamPlatform.EMULATOR));
    List<String> changed = new ArrayList<>(resources(Files.readString(SamCli.TEMPLATE)));
    assertThat(changed.removeIf(resource -> resource.startsWith("Page: "))).isTrue();
    assertThat(changed)
        .map(
            resource ->
                resource
                    .replace("CodeUri: lambda/target/sluice.jar ", "CodeUri: code ")
                    .replace("Runtime: java25 ", "Runtime: provided.al2023 ")
                    .replace("SnapStart: {ApplyOn: PublishedVersions} ", "")
                    .replace("\"${Page.Arn}\",", ""))
        .isEqualTo(emulated);
    assertThat(emulated).hasSizeGreaterThan(40);
  }

  /** Each on one line: a shorter text may be broken elsewhere. */
  private static List<String> resources(String template) {
    return Stream.of(template.split("(?<=\n)\n", -1))
        .map(resource -> resource.strip().replaceAll("\\s+", " ").replace(", ", ","))
        .toList();
  }
}
