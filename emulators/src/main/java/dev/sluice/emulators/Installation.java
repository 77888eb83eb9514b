package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Pinned packages in a cache that all processes of a user share. It is built under another name and
 * then renamed, so that what carries the final name is complete.
 */
record Installation(Path cache, Requirements requirements, Builder builder) {

  private static final String PARTIAL = ".partial-";

  /** Makes a virtual environment with the packages in an empty directory. */
  interface Builder {
    void build(Requirements requirements, Path directory) throws IOException;
  }

  static Installation inCache(Program program, String alternative) {
    return inCache(program.requirements(), new PackageBuilder(program.title(), alternative));
  }

  static Installation inCache(Requirements requirements, Builder builder) {
    return new Installation(
        cache(System.getenv(), System.getProperty("user.home")), requirements, builder);
  }

  /** Outside of the source tree, which is deleted and copied often. */
  static Path cache(Map<String, String> environment, String home) {
    Path configured = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
    // The specification has relative paths ignored.
    Path cache = configured.isAbsolute() ? configured : Path.of(home, ".cache");
    return cache.resolve("sluice").resolve("emulators");
  }

  /** The Python that has the packages, installed if need be. */
  Path interpreter() {
    if (!isComplete()) {
      Path lock = cache.resolve(requirements.directoryName() + ".lock");
      ProcessLock.holding(lock, this::installed);
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

  private Path installed() {
    try {
      // The one that held the lock before may have done the work.
      if (!isComplete()) {
        install();
      }
      return directory();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot install into " + directory(), e);
    }
  }

  private void install() throws IOException {
    leftovers().forEach(Directories::delete);
    Directories.delete(directory());
    Path partial = Files.createTempDirectory(cache, requirements.directoryName() + PARTIAL);
    builder.build(requirements, partial);
    Files.move(partial, directory(), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Of what failed or was killed: one that lives would hold the lock. */
  private List<Path> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      String prefix = requirements.directoryName() + PARTIAL;
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
