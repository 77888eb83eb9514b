package dev.sluice.emulators;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a service of a build in a JVM of its own, with the class path of the test that needs it. */
final class ServiceHost {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private ServiceHost() {}

  /** The address that {@code main} announces. */
  static BuildService.Started start(Class<?> main, Path directory, ProcessHandle until) {
    Path python = Python.onPath(System.getenv("PATH"), main.getSimpleName(), "").path();
    Supervised process =
        Supervised.startUntil(until, python, directory, command(main, directory), environment());
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      Optional<String> address = BuildService.announced(directory);
      if (address.isPresent()) {
        return new BuildService.Started(process, address.get());
      }
      if (process.endsWithin(BETWEEN_LOOKS)) {
        break;
      }
    }
    throw new IllegalStateException(
        main.getSimpleName() + " does not start. It said last:\n" + LogTail.of(process.output()));
  }

  private static List<String> command(Class<?> main, Path directory) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-XX:+UseSerialGC", "-Xshare:auto"));
    command.add("-XX:TieredStopAtLevel=1"); // a build is too short for more
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.add(directory.toString());
    return command;
  }

  private static Map<String, String> environment() {
    return new HashMap<>(System.getenv());
  }
}
