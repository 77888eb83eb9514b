package dev.sluice.emulators;

import java.nio.file.Path;
import java.util.Map;

/** Where installations are kept: outside of the source tree, which is deleted and copied often. */
final class CacheDirectory {

  private CacheDirectory() {}

  static Path of(Map<String, String> environment, String home) {
    String configured = environment.getOrDefault("XDG_CACHE_HOME", "");
    // The specification has relative paths ignored.
    Path cache =
        Path.of(configured).isAbsolute() ? Path.of(configured) : Path.of(home).resolve(".cache");
    return cache.resolve("sluice").resolve("emulators");
  }
}
