package dev.sluice.emulators;

import java.nio.file.Path;
import java.util.Map;

/**
 * An emulator that is a Python module: what it needs, how it starts and how it says that it is
 * ready.
 */
record Program(
    String title, Requirements requirements, String module, String health, Settings settings) {

  /** The variables that make it listen at a port of 127.0.0.1 and write into its place only. */
  interface Settings {
    Map<String, String> of(int port, Place place);
  }

  /** Where one that runs writes, and where its packages are, which others read at the same time. */
  record Place(Path state, Path installation) {}

  String titleAndVersion() {
    return title + " " + requirements.version();
  }
}
