package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories: temporary ones, deleted ones. */
final class Directories {

  private Directories() {}

  static Path temporary(String name) {
    try {
      return Files.createTempDirectory("sluice-" + name + "-").toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary directory", e);
    }
  }

  /** A new one in the place of what is there. */
  static void empty(Path directory) {
    delete(directory);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + directory, e);
    }
  }

  /** Does nothing where there is none. Links are deleted, never followed. */
  static void delete(Path directory) {
    try (Stream<Path> tree = Files.walk(directory)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException e) {
      // Gone already.
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory, e);
    }
  }
}
