package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
