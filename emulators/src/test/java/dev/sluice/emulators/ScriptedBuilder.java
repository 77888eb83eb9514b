package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes an environment of one executable file, or stops half-way. */
final class ScriptedBuilder implements Installation.Builder {

  private final AtomicInteger builds = new AtomicInteger();
  private volatile boolean failing;

  ScriptedBuilder failing(boolean failing) {
    this.failing = failing;
    return this;
  }

  int builds() {
    return builds.get();
  }

  @Override
  public void build(Requirements requirements, Path directory) {
    builds.incrementAndGet();
    try {
      Path python = Files.createDirectories(directory.resolve("bin")).resolve("python");
      Files.writeString(python, requirements.text());
      if (failing || !python.toFile().setExecutable(true)) {
        throw new IllegalStateException("stopped half-way");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
