package dev.sluice.emulators;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process that ends with all its descendants, and whose directory is deleted, when it is closed
 * or when its owner is gone: this JVM, or another process. Its output goes to a file.
 */
final class Supervised implements AutoCloseable {

  private static final String SUPERVISOR = "supervise.py";

  private final Process supervisor;
  private final Path directory;
  private final boolean ownedByThisJvm;
  private final AtExit atExit;

  private Supervised(Process supervisor, Path directory, String owner) {
    this.supervisor = supervisor;
    this.directory = directory;
    this.ownedByThisJvm = owner.isEmpty();
    this.atExit = new AtExit("sluice-end-" + directory.getFileName(), this::end);
  }

  static Supervised start(
      Path python, Path directory, List<String> command, Map<String, String> environment) {
    Supervised started = launch(python, directory, "", command, environment);
    started.atExit.arm();
    return started;
  }

  /** Goes on when this JVM is gone, until the other process is. */
  static Supervised startUntil(
      ProcessHandle owner,
      Path python,
      Path directory,
      List<String> command,
      Map<String, String> environment) {
    return launch(python, directory, Long.toString(owner.pid()), command, environment);
  }

  private static Supervised launch(
      Path python,
      Path directory,
      String owner,
      List<String> command,
      Map<String, String> environment) {
    List<String> supervise =
        new ArrayList<>(List.of(python.toString(), unpack(directory), directory.toString(), owner));
    supervise.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(supervise)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(directory).toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return new Supervised(builder.start(), directory, owner);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  private static String unpack(Path directory) {
    try (InputStream script = Supervised.class.getResourceAsStream(SUPERVISOR)) {
      if (script == null) {
        throw new IllegalStateException("no resource " + SUPERVISOR);
      }
      Path file = directory.resolve(SUPERVISOR);
      Files.write(file, script.readAllBytes());
      return file.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path log(Path directory) {
    return directory.resolve("output.log");
  }

  ProcessHandle handle() {
    return supervisor.toHandle();
  }

  Path directory() {
    return directory;
  }

  String output() {
    try {
      // Whatever bytes a program writes, they are to be read.
      return Files.readString(log(directory), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "(nothing: " + e + ")";
    }
  }

  /** Whether the process ended within that time. */
  boolean endsWithin(Duration time) {
    try {
      return supervisor.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + directory, e);
    }
  }

  int exitCode() {
    return supervisor.exitValue();
  }

  @Override
  public void close() {
    atExit.closeNow();
  }

  private void end() {
    try {
      supervisor.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already, and with it the other end of the pipe.
    }
    if (!ownedByThisJvm) {
      supervisor.destroy();
    }
    supervisor.onExit().join();
    Directories.delete(directory);
  }
}
