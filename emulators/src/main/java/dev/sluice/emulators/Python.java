package dev.sluice.emulators;

import java.nio.file.Path;

/** A Python that can build a virtual environment with the pinned packages. */
record Python(Path path, String version) {}
