package dev.sluice.emulators;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** What a file called python turns out to be. */
sealed interface PythonCandidate {

  record Suitable(Python python) implements PythonCandidate {}

  record Unsuitable(Path path, String reason) implements PythonCandidate {
    @Override
    public String toString() {
      return path + " " + reason;
    }
  }

  /** The versions that all pinned packages were installed and tried with. */
  List<String> VERSIONS = List.of("3.11", "3.12", "3.13");

  /**
   * The real path, because a link such as /usr/bin/python3 leads to another version one day, whose
   * packages lie elsewhere. Debian's python3 has venv only with python3-venv: that is ensurepip.
   */
  String QUESTION =
      """
      import os, sys
      print("%d.%d" % sys.version_info[:2])
      print(os.path.realpath(sys.executable))
      import venv, ensurepip
      """;

  static PythonCandidate examine(Path path) {
    try {
      Process python = new ProcessBuilder(path.toString(), "-c", QUESTION).start();
      python.getOutputStream().close();
      String answer = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return judge(path, answer.lines().toList(), python.waitFor());
    } catch (IOException e) {
      return new Unsuitable(path, "does not run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + path + " was asked", e);
    }
  }

  private static PythonCandidate judge(Path path, List<String> answer, int exitCode) {
    if (answer.size() < 2) {
      return new Unsuitable(path, "does not run");
    }
    if (!VERSIONS.contains(answer.getFirst())) {
      return new Unsuitable(path, "is " + answer.getFirst());
    }
    if (exitCode != 0) {
      return new Unsuitable(path, "is " + answer.getFirst() + " without venv or ensurepip");
    }
    return new Suitable(new Python(Path.of(answer.get(1)), answer.getFirst()));
  }
}
