package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./sluice} as a process: where all is built, and where nothing is. */
@Timeout(60)
final class LauncherIT {

  private static final Path LAUNCHER = Path.of("..", "sluice").toAbsolutePath();
  private static final List<String> TOOLS = List.of("dirname", "sed");

  /** What it said, on both streams. */
  private record Said(int exitCode, String text) {}

  /** A project in which nothing is built. */
  @TempDir private Path project;

  @BeforeEach
  void launcherAlone() throws IOException {
    Files.copy(LAUNCHER, project.resolve("sluice"));
  }

  @Test
  void withoutArgumentsItExplainsItself() throws Exception {
    Said said = run(LAUNCHER, Map.of());
    assertThat(said.exitCode()).isZero();
    assertThat(said.text()).contains("./sluice demo", "./sluice local", "./sluice version");
  }

  @Test
  void versionIsTheJars() throws Exception {
    Said said = run(LAUNCHER, Map.of(), "version");
    assertThat(said.exitCode()).isZero();
    assertThat(said.text()).containsPattern("sluice \\d+\\.\\d+\\.\\d+");
  }

  @Test
  void unknownCommandIsRefusedWithTwo() throws Exception {
    assertThat(run(LAUNCHER, Map.of(), "dmeo").exitCode()).isEqualTo(2);
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    Said said =
        run(
            project.resolve("sluice"),
            Map.of("PATH", toolsWithoutMaven(), "JAVA_HOME", java(true)));
    assertThat(said.exitCode()).isEqualTo(1);
    assertThat(said.text()).contains("needs Maven 3.8 or later to build");
  }

  @Test
  void javaWithoutCompilerDoesNotBuild() throws Exception {
    Said said = run(project.resolve("sluice"), Map.of("JAVA_HOME", java(false)));
    assertThat(said.exitCode()).isEqualTo(1);
    assertThat(said.text()).contains("needs a JDK 25 to build", "Point JAVA_HOME at a JDK");
  }

  private String toolsWithoutMaven() throws IOException {
    Path tools = Files.createDirectories(project.resolve("tools"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
    }
    return tools.toString();
  }

  /** One that says that it is 25, with a compiler or without. */
  private String java(boolean compiler) throws IOException {
    Path programs = Files.createDirectories(project.resolve("java").resolve("bin"));
    script(programs.resolve("java"));
    if (compiler) {
      script(programs.resolve("javac"));
    }
    return project.resolve("java").toString();
  }

  private static void script(Path file) throws IOException {
    Files.writeString(file, "#!/bin/sh\necho 'openjdk version \"25.0.1\"'\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Said run(Path launcher, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Said(process.waitFor(), text);
  }
}
