package dev.sluice.emulators;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Has pip install pinned packages into a virtual environment, and says how that is going. */
record PackageBuilder(String title, String alternative) implements Installation.Builder {

  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);
  private static final String INSTALL =
      """
      set -e
      "$1" -m venv "$2"
      "$2"/bin/python -m pip install --no-input --disable-pip-version-check \\
          --progress-bar off -r requirements.txt
      """;

  @Override
  public void build(Requirements requirements, Path directory) throws IOException {
    Python python = Python.onPath(System.getenv("PATH"), title, alternative);
    Progress.say(
        "installing %s %s with Python %s into %s, a minute or two, once"
            .formatted(title, requirements.version(), python.version(), directory.getParent()));
    Path workplace = Directories.temporary("pip");
    Files.writeString(workplace.resolve("requirements.txt"), requirements.text());
    String script = INSTALL + requirements.afterwards();
    String path = python.path().toString();
    List<String> command = List.of("/bin/sh", "-c", script, "install", path, directory.toString());
    try (Supervised pip = Supervised.start(python.path(), workplace, command, environment())) {
      int exitCode = await(pip);
      Path log = directory.resolveSibling(requirements.directoryName() + ".log");
      Files.writeString(log, pip.output());
      if (exitCode != 0) {
        throw new IllegalStateException(
            "Cannot install %s: pip ended with code %d. All of its output is in %s. It said last:%n%s"
                .formatted(title, exitCode, log, LogTail.of(pip.output())));
      }
    }
  }

  /**
   * A proxy, an index of packages and certificates of one's own are needed; other paths of modules
   * are not.
   */
  private static Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.keySet().removeIf(name -> name.startsWith("PYTHON"));
    return environment;
  }

  private int await(Supervised pip) {
    long began = System.nanoTime();
    while (!pip.endsWithin(SIGN_OF_LIFE)) {
      Duration soFar = Duration.ofNanos(System.nanoTime() - began);
      String lastLine = LogTail.of(pip.output(), 1).strip();
      Progress.say("%s, %d s: %.90s".formatted(title, soFar.toSeconds(), lastLine));
    }
    return pip.exitCode();
  }
}
