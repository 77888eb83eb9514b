package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A project with the real {@code ./sluice} in it; its Java and its Maven are scripts. */
record LauncherProject(Path directory) {

  static final Path LAUNCHER = Path.of("..", "sluice").toAbsolutePath();
  static final List<String> MODULES =
      List.of(
          "writer",
          "emulators",
          "metrics",
          "relay",
          "publishers/kafka",
          "publishers/aws",
          "lambda",
          "local",
          "bench");

  /** All that it printed, on both streams. */
  record Said(int exitCode, String text) {}

  /** Nothing is built in it. */
  static LauncherProject in(Path directory) throws IOException {
    Files.copy(LAUNCHER, directory.resolve("sluice"));
    LauncherProject project = new LauncherProject(directory);
    project.script("java/bin/java", "echo 'openjdk version \"25.0.1\"'");
    project.script("java/bin/javac", "");
    return project;
  }

  /** Built an hour ago, from sources that are two hours old. */
  void built() throws IOException {
    file("pom.xml", Duration.ofHours(2));
    for (String module : MODULES) {
      file(module + "/pom.xml", Duration.ofHours(2));
      file(module + "/src/main/java/Main.java", Duration.ofHours(2));
    }
    file("lambda/target/sluice.jar", Duration.ofHours(1));
    file("local/target/classpath.txt", Duration.ofHours(1));
    file("bench/target/classpath.txt", Duration.ofHours(1));
  }

  void file(String name, Duration age) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  void script(String name, String body) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** With this for Maven. */
  void maven(String body) throws IOException {
    script("tools/mvn", body);
  }

  /** With the machine's tools, and before them those of the project. */
  Said run(String... arguments) throws IOException, InterruptedException {
    String path = directory.resolve("tools") + ":/usr/bin:/bin";
    return run(Map.of("PATH", path), arguments);
  }

  Said run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("JAVA_HOME", directory.resolve("java").toString());
    return run(directory.resolve("sluice"), all, arguments);
  }

  static Said run(Path launcher, Map<String, String> environment, String... arguments)
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
