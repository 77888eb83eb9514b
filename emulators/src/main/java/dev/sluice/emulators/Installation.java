package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Pinned packages in a cache that all processes of a user share. It is built under another name and
 * then renamed, so that what carries the final name is complete.
 */
record Installation(Path cache, Requirements requirements, Builder builder) {

  private static final String PARTIAL = ".partial-";

  /** Makes a virtual environment with the packages in an empty directory. */
  interface Builder {
    void build(Requirements requirements, Path directory);
  }

  static Installation inCache(Program program, String alternative) {
    return new Installation(
        CacheDirectory.of(System.getenv(), System.getProperty("user.home")),
        program.requirements(),
        new PackageBuilder(program.title(), alternative));
  }

  /** The Python that has the packages, installed if need be. */
  Path interpreter() {
    if (!isComplete()) {
      try (InstallLock lock = InstallLock.take(cache.resolve(directory() + ".lock"))) {
        // Whoever held it before may have done the work.
        if (!isComplete()) {
          install();
        }
      }
    }
    return interpreterPath();
  }

  Path directory() {
    return cache.resolve(requirements.directoryName());
  }

  private Path interpreterPath() {
    return directory().resolve("bin").resolve("python");
  }

  /** Its interpreter is a link that dangles when the machine's Python was removed. */
  private boolean isComplete() {
    return Files.isExecutable(interpreterPath());
  }

  private void install() {
    try {
      leftovers().forEach(Directories::delete);
      Directories.delete(directory());
      Path partial = Files.createTempDirectory(cache, requirements.directoryName() + PARTIAL);
      builder.build(requirements, partial);
      Files.move(partial, directory(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot install into " + directory(), e);
    }
  }

  /** Of what failed or was killed: one that lives would hold the lock. */
  private List<Path> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      String prefix = requirements.directoryName() + PARTIAL;
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
