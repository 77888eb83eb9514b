package dev.sluice.emulators;

import java.nio.file.Path;
import java.util.Map;

/**
 * An emulator that is a Python module: what it needs, how it starts and how it says that it is
 * ready.
 */
record Program(
    String title, Requirements requirements, String module, String health, Settings settings) {

  /** The variables that make it listen at a port of 127.0.0.1 and write below a directory only. */
  interface Settings {
    Map<String, String> of(int port, Path state);
  }

  String titleAndVersion() {
    return title + " " + requirements.version();
  }
}
