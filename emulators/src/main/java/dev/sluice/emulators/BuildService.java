package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * A service that a whole build shares. The first test that needs it starts it, every other test
 * finds it, in whichever JVM, and it ends with the build, also when that is killed.
 */
final class BuildService {

  private static final String ADDRESS = "address";
  private static final String PROCESS = "process";

  private final Build build;
  private final String name;

  BuildService(Build build, String name) {
    this.build = build;
    this.name = name;
  }

  /** Starts a service in a directory; returns when it answers. */
  interface Start {
    Started in(Path directory, ProcessHandle until);
  }

  record Started(Supervised process, String address) {}

  String address(Start start) {
    Path lock = build.directory().resolve(name + ".lock");
    return ProcessLock.holding(lock, () -> running().orElseGet(() -> started(start)));
  }

  private Path directory() {
    return build.directory().resolve(name);
  }

  private Optional<String> running() {
    return read(directory().resolve(PROCESS))
        .flatMap(process -> ProcessHandle.of(Long.parseLong(process)))
        .flatMap(_ -> announced(directory()));
  }

  private String started(Start start) {
    Directories.empty(directory());
    Started started = start.in(directory(), build.process());
    write(directory().resolve(ADDRESS), started.address());
    write(directory().resolve(PROCESS), Long.toString(started.process().handle().pid()));
    return started.address();
  }

  /** Called by a host in its own process, when it answers. */
  static void announce(Path directory, String address) {
    write(directory.resolve(ADDRESS), address);
  }

  /** The address that a host has announced, if it has. */
  static Optional<String> announced(Path directory) {
    return read(directory.resolve(ADDRESS));
  }

  private static Optional<String> read(Path file) {
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Path part = Files.writeString(Path.of(file + ".part"), text);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
