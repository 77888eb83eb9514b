package dev.sluice.local;

import static dev.sluice.local.LauncherProject.LAUNCHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.LauncherProject.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./sluice} as a process: where all is built, where nothing is, and where it is stale. */
@Timeout(300)
final class LauncherIT {

  /** The scripted Java says its version, whatever it is asked. */
  private static final String STARTED = "openjdk version \"25.0.1\"\n";

  private static final Pattern OWN = Pattern.compile("<artifactId>sluice-(\\w+)</artifactId>");

  private static final Set<String> PUBLISHERS = Set.of("kafka", "aws");

  @TempDir private Path directory;
  private LauncherProject project;

  @BeforeEach
  void launcherAlone() throws IOException {
    project = LauncherProject.in(directory);
  }

  @Test
  void withoutArgumentsItExplainsItself() throws Exception {
    Said said = LauncherProject.run(LAUNCHER, Map.of());
    assertThat(said.exitCode()).isZero();
    assertThat(said.text()).contains("./sluice demo", "./sluice local", "./sluice version");
  }

  @Test
  void versionIsTheJars() throws Exception {
    Said said = LauncherProject.run(LAUNCHER, Map.of(), "version");
    assertThat(said.exitCode()).isZero();
    assertThat(said.text()).containsPattern("sluice \\d+\\.\\d+\\.\\d+");
  }

  @Test
  void unknownCommandIsRefusedWithTwo() throws Exception {
    assertThat(LauncherProject.run(LAUNCHER, Map.of(), "dmeo").exitCode()).isEqualTo(2);
  }

  /** It has its own way to find out what is stale. */
  @Test
  void costsAreTheCdkAppsToCompute() throws Exception {
    project.script("infra-cdk/app.sh", "echo \"$*\"");
    assertThat(project.run("cost", "my file.json")).isEqualTo(new Said(0, "cost my file.json\n"));
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    Path tools = Files.createDirectories(directory.resolve("tools"));
    for (String tool : List.of("dirname", "sed")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
    }
    Said said = project.run(Map.of("PATH", tools.toString()));
    assertThat(said.exitCode()).isEqualTo(1);
    assertThat(said.text()).contains("needs Maven 3.8 or later to build");
  }

  @Test
  void javaWithoutCompilerDoesNotBuild() throws Exception {
    Files.delete(directory.resolve("java").resolve("bin").resolve("javac"));
    Said said = project.run();
    assertThat(said.exitCode()).isEqualTo(1);
    assertThat(said.text()).contains("needs a JDK 25 to build", "Point JAVA_HOME at a JDK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"local/target/classpath.txt", "lambda/target/sluice.jar"})
  void whatIsMissingIsBuilt(String missing) throws Exception {
    project.built();
    Files.delete(directory.resolve(missing));
    project.maven("touch " + missing);
    Said said = project.run();
    assertThat(said.exitCode()).as(said.text()).isZero();
    assertThat(said.text()).startsWith("sluice: building, because it is not built yet");
    assertThat(project.run()).as("the second time").isEqualTo(new Said(0, STARTED));
  }

  @Test
  void whatIsBuiltIsNotBuiltAgain() throws Exception {
    project.built();
    project.maven("exit 1");
    assertThat(project.run()).isEqualTo(new Said(0, STARTED));
  }

  @ParameterizedTest
  @CsvSource({
    "local, pom.xml",
    "local, writer/src/main/java/Outbox.java",
    "local, emulators/pom.xml",
    "local, metrics/src/main/java/Metric.java",
    "local, publishers/kafka/src/main/java/KafkaPublisher.java",
    "local, publishers/aws/pom.xml",
    "local, lambda/src/main/java/RelayHandler.java",
    "local, relay/src/main/resources/db/migration/V1__outbox.sql",
    "local, local/src/main/java/Main.java",
    "bench, local/src/main/java/Main.java",
    "bench, bench/src/main/java/Main.java"
  })
  void sourceThatIsNewerIsBuiltOnce(String module, String source) throws Exception {
    project.built();
    project.maven(
        "case \"$*\" in *\" -pl "
            + module
            + " \"*) touch "
            + module
            + "/target/classpath.txt;; esac");
    project.file(source, Duration.ofMinutes(1));

    Said said = project.run(module);

    assertThat(said)
        .isEqualTo(
            new Said(
                0,
                "sluice: building, because %s is newer than the last build\n%s"
                    .formatted(source, STARTED)));
    assertThat(project.run(module)).as("the second time").isEqualTo(new Said(0, STARTED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"bench/src/main/java/Main.java", "local/src/test/java/MainTest.java", "README.md"})
  void fileThatTheCommandDoesNotNeedIsNotBuilt(String file) throws Exception {
    project.built();
    project.maven("exit 1");
    project.file(file, Duration.ofMinutes(1));
    assertThat(project.run("local")).isEqualTo(new Said(0, STARTED));
  }

  @Test
  void buildThatFailsStartsNothing() throws Exception {
    project.built();
    project.maven("echo '[ERROR] cannot find symbol'; exit 1");
    project.file("writer/pom.xml", Duration.ofMinutes(1));
    Said said = project.run();
    assertThat(said.exitCode()).isEqualTo(1);
    assertThat(said.text())
        .contains("cannot find symbol", "the build failed. To see all of it: mvn")
        .doesNotContain(STARTED);
  }

  @Test
  void launcherWatchesEveryModuleThatMavenBuilds() throws IOException {
    String launcher = Files.readString(LAUNCHER);
    Matcher watched = Pattern.compile("\nmodules='([^']*)'\n").matcher(launcher);
    assertThat(watched.find()).isTrue();
    assertThat(watched.group(1).split(" ")).containsExactlyInAnyOrderElementsOf(needed("local"));
    Set<String> bench = needed("bench");
    bench.removeAll(needed("local"));
    assertThat(launcher).contains("  modules=\"$modules %s\"\n".formatted(String.join(" ", bench)));
  }

  private static Set<String> needed(String module) throws IOException {
    Set<String> modules = new TreeSet<>(Set.of(module));
    Matcher own = OWN.matcher(Files.readString(LAUNCHER.resolveSibling(module).resolve("pom.xml")));
    while (own.find()) {
      String other = directory(own.group(1));
      if (!own.group(1).equals("parent") && !other.equals(module)) {
        modules.addAll(needed(other));
      }
    }
    return modules;
  }

  private static String directory(String artifact) {
    return PUBLISHERS.contains(artifact) ? "publishers/" + artifact : artifact;
  }
}
