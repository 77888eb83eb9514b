package dev.sluice.emulators;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Python that can build a virtual environment with the pinned packages. */
record Python(Path path, String version) {

  /** The versions that all pinned packages were installed and tried with. */
  private static final List<String> VERSIONS = List.of("3.11", "3.12", "3.13");

  /**
   * The real path, because a link such as /usr/bin/python3 leads to another version one day, whose
   * packages lie elsewhere. Debian's python3 has venv only with python3-venv: that is ensurepip.
   */
  private static final String QUESTION =
      """
      import os, sys
      print("%d.%d" % sys.version_info[:2])
      print(os.path.realpath(sys.executable))
      import venv, ensurepip
      """;

  /** The first that will do, or an explanation of why none does and what is needed. */
  static Python onPath(@Nullable String path, String title, String alternative) {
    List<String> unsuitable = new ArrayList<>();
    for (Path file : executables(path == null ? "" : path)) {
      Python python = examine(file, unsuitable);
      if (python != null) {
        return python;
      }
    }
    throw new IllegalStateException(
        """
        %s needs %sPython %s with venv. Found on the PATH: %s.
        Install it: on Debian and Ubuntu, apt-get install python3 python3-venv."""
            .formatted(
                title,
                alternative,
                String.join(" or ", VERSIONS),
                unsuitable.isEmpty() ? "no Python" : String.join("; ", unsuitable)));
  }

  /** The oldest version first: the pins were made with it. */
  private static List<Path> executables(String path) {
    List<String> directories =
        Stream.of(path.split(File.pathSeparator)).filter(it -> !it.isEmpty()).toList();
    return Stream.concat(VERSIONS.stream().map(version -> "python" + version), Stream.of("python3"))
        .flatMap(name -> directories.stream().map(directory -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .toList();
  }

  private static @Nullable Python examine(Path file, List<String> unsuitable) {
    try {
      Process python = new ProcessBuilder(file.toString(), "-c", QUESTION).start();
      python.getOutputStream().close();
      String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      List<String> answer = output.lines().toList();
      boolean complete = python.waitFor() == 0;
      if (answer.size() < 2) {
        unsuitable.add(file + " does not run");
      } else if (!VERSIONS.contains(answer.getFirst())) {
        unsuitable.add(file + " is " + answer.getFirst());
      } else if (!complete) {
        unsuitable.add(file + " is " + answer.getFirst() + " without venv or ensurepip");
      } else {
        return new Python(Path.of(answer.get(1)), answer.getFirst());
      }
    } catch (IOException e) {
      unsuitable.add(file + " does not run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + file + " was asked", e);
    }
    return null;
  }
}
