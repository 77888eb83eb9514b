package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whoever deploys does not need what is deployed. */
final class ClasspathIT {

  @Test
  void appNeedsTheNamesOfTheMetricsAndNothingElseOfOurs() throws IOException {
    String classpath = Files.readString(Synthesised.PROJECT.resolve("target/classpath.txt"));
    List<Path> ours =
        List.of(classpath.strip().split(":", -1)).stream()
            .map(Path::of)
            .filter(path -> path.startsWith(SamCli.REPOSITORY))
            .toList();
    assertThat(ours)
        .isNotEmpty()
        .allMatch(path -> path.startsWith(SamCli.REPOSITORY.resolve("metrics")));
    assertThat(classpath).contains("aws-cdk-lib").doesNotContain("postgresql", "kafka", "awssdk");
  }

  /** The validator of configurations wants a newer one than the CDK has been tested with. */
  @Test
  void jacksonIsOfOneVersion() throws IOException {
    String classpath = Files.readString(Synthesised.PROJECT.resolve("target/classpath.txt"));
    List<String> versions =
        Pattern.compile("/jackson-(?:core|databind|datatype-\\w+|jr-objects)-([0-9.]+)\\.jar")
            .matcher(classpath)
            .results()
            .map(jar -> jar.group(1))
            .toList();
    assertThat(versions).hasSize(5).containsOnly(versions.getFirst());
  }
}
