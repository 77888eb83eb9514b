package dev.sluice.emulators;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks for a Python that will do, and remembers what it found instead. */
record PythonSearch(List<PythonCandidate> candidates) {

  static PythonSearch onPath(@Nullable String path) {
    return in(
        Stream.of((path == null ? "" : path).split(File.pathSeparator))
            .filter(directory -> !directory.isEmpty())
            .map(Path::of)
            .toList());
  }

  private static PythonSearch in(List<Path> directories) {
    List<Path> files =
        names()
            .flatMap(name -> directories.stream().map(directory -> directory.resolve(name)))
            .filter(Files::isExecutable)
            .toList();
    return new PythonSearch(files.stream().map(PythonCandidate::examine).toList());
  }

  /** The oldest first: the pins were made with it. */
  private static Stream<String> names() {
    return Stream.concat(
        PythonCandidate.VERSIONS.stream().map(version -> "python" + version), Stream.of("python3"));
  }

  Python orExplain(String title, String alternative) {
    return candidates.stream()
        .filter(PythonCandidate.Suitable.class::isInstance)
        .map(PythonCandidate.Suitable.class::cast)
        .map(PythonCandidate.Suitable::python)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(explanation(title, alternative)));
  }

  private String explanation(String title, String alternative) {
    return """
        %s needs %sPython %s with venv. Found on the PATH: %s.
        Install it: on Debian and Ubuntu, apt-get install python3 python3-venv."""
        .formatted(title, alternative, String.join(" or ", PythonCandidate.VERSIONS), found());
  }

  private String found() {
    return candidates.isEmpty()
        ? "no Python"
        : candidates.stream().map(PythonCandidate::toString).collect(Collectors.joining("; "));
  }
}
