package dev.sluice.cdk.deployed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A place in the build's own directory, without what an earlier run left there. */
final class Emptied {

  private Emptied() {}

  static Path directory(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> tree = Files.walk(directory)) {
        for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    return Files.createDirectories(directory).toAbsolutePath();
  }
}
