package dev.sluice.bench;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The names of the classes that a process has loaded, as its own log has them. */
record LoadedClasses(Set<String> names) {

  private static final String SOURCE = " source: ";

  static List<String> loggedTo(Path file) {
    return List.of("-Xlog:class+load:file=" + file + ":none");
  }

  static LoadedClasses read(Path file) throws IOException {
    return new LoadedClasses(
        Files.readAllLines(file).stream()
            .filter(line -> line.contains(SOURCE))
            .map(line -> line.substring(0, line.indexOf(SOURCE)))
            .collect(toUnmodifiableSet()));
  }

  /** Those that the JDK does not bring. */
  long ownCount() {
    return names.stream().filter(name -> !name.matches("(javax?|jdk|(com\\.)?sun)\\..*")).count();
  }
}
