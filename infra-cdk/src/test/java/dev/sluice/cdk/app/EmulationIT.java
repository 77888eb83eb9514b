package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** {@code -c emulation=true} changes what runs the functions, and nothing else. */
final class EmulationIT {

  private static final Set<String> OF_THE_RUNTIME = Set.of("Code", "Runtime", "SnapStart");

  @Test
  void functionsRunABootstrap() {
    assertThat(functions(emulated()))
        .extracting(function -> function.at("Runtime"))
        .containsOnly("provided.al2023");
  }

  @Test
  void bootstrapLiesBesideTheJarAndMayBeRun() {
    assertThat(functions(emulated())).isNotEmpty();
    Path directory = Synthesised.PROJECT.resolve("target/synthesised/emulation");
    assertThat(directory.resolve("sluice.jar")).exists();
    assertThat(Files.isExecutable(directory.resolve("bootstrap"))).isTrue();
    assertThat(directory.resolve("bootstrap"))
        .as("a library of its own for each function")
        .content()
        .contains("NativeClient.JNI=$LAMBDA_TASK_ROOT/runtime.so");
    assertThat(directory.resolve("runtime.so")).exists();
  }

  @Test
  void handlersAndEverythingElseOfAFunctionStayAsTheyAre() {
    List<Resource> real = functions(Synthesised.of("minimal").stack("Relay"));
    List<Resource> emulated = functions(emulated());
    assertThat(real).hasSameSizeAs(emulated).isNotEmpty();
    for (int i = 0; i < real.size(); i++) {
      assertThat(withoutRuntime(emulated.get(i))).isEqualTo(withoutRuntime(real.get(i)));
    }
  }

  @Test
  void otherResourcesAreTheSame() {
    for (Template real : Synthesised.of("minimal").stacks()) {
      assertThat(others(Synthesised.emulated("minimal").stack(real.name())))
          .isEqualTo(others(real));
    }
  }

  private static List<String> others(Template template) {
    return template
        .resources()
        .filter(resource -> !resource.type().startsWith("AWS::Lambda::Function"))
        .map(resource -> Snapshot.withoutHashes(resource.id() + "=" + resource.body()))
        .sorted()
        .toList();
  }

  private static Map<String, Object> withoutRuntime(Resource function) {
    Map<String, Object> properties = new TreeMap<>(function.properties());
    properties.keySet().removeAll(OF_THE_RUNTIME);
    return properties;
  }

  private static Template emulated() {
    return Synthesised.emulated("minimal").stack("Relay");
  }

  private static List<Resource> functions(Template template) {
    return template.resources("AWS::Lambda::Function").stream()
        .filter(function -> Objects.toString(function.at("Handler")).startsWith("dev.sluice"))
        .toList();
  }
}
