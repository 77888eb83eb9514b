package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FunctionSettingsTest {

  private static final Path JAVA = Path.of("/jdk");

  @Test
  void heapIsEightyFivePercentOfTheMemory() {
    assertThat(settings(1000, Map.of()).commandLine(JAVA))
        .startsWith("/jdk/bin/java")
        .contains("-Xmx850m")
        .endsWith("com.amazonaws.services.lambda.runtime.api.client.AWSLambda", "a.Handler");
  }

  @Test
  void extraClasspathFollowsTheJar() {
    assertThat(settings(512, Map.of()).commandLine(JAVA))
        .containsSequence("-cp", "/code/sluice.jar:/extra");
  }

  @Test
  void parentsVariablesAreInheritedByNameOnly() {
    assertThat(environment(Map.of(), Map.of("PATH", "/bin", "AWS_SECRET_ACCESS_KEY", "secret")))
        .containsEntry("PATH", "/bin")
        .doesNotContainKey("AWS_SECRET_ACCESS_KEY");
  }

  @Test
  void functionsOwnVariablesWinOverInheritedAndDefaultOnes() {
    assertThat(
            environment(Map.of("AWS_REGION", "eu-west-1", "PATH", "/own"), Map.of("PATH", "/bin")))
        .containsEntry("AWS_REGION", "eu-west-1")
        .containsEntry("PATH", "/own");
  }

  @Test
  void functionsOwnVariablesCannotTurnItAwayFromItsRuntimeApi() {
    assertThat(environment(Map.of("AWS_LAMBDA_RUNTIME_API", "elsewhere"), Map.of()))
        .containsEntry("AWS_LAMBDA_RUNTIME_API", "127.0.0.1:9");
  }

  @Test
  void memoryIsWithinLambdasBounds() {
    assertThatThrownBy(() -> settings(127, Map.of())).hasMessageContaining("128 to 10240");
  }

  private static Map<String, String> environment(
      Map<String, String> own, Map<String, String> parent) {
    return settings(512, own).environment("127.0.0.1:9", parent);
  }

  private static FunctionSettings settings(int memory, Map<String, String> environment) {
    return new FunctionSettings(
        "f",
        "a.Handler",
        List.of(Path.of("/code/sluice.jar"), Path.of("/extra")),
        memory,
        Duration.ofSeconds(1),
        Duration.ZERO,
        List.of(),
        environment,
        line -> {});
  }
}
