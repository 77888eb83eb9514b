package dev.sluice.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The operating system's process of a function: it can be frozen, thawed and killed, and never
 * outlives this JVM.
 */
final class FunctionProcess {

  private record Running(Process process) implements AutoCloseable {
    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private final ExitGuard<Running> running;
  private final Process process;
  private final CompletableFuture<Integer> exitCode;

  private FunctionProcess(ExitGuard<Running> running) {
    this.running = running;
    this.process = running.value().process();
    this.exitCode = process.onExit().thenApply(Process::exitValue);
  }

  static FunctionProcess start(FunctionSettings settings, String runtimeApi) {
    List<String> command = settings.commandLine(Path.of(System.getProperty("java.home")));
    Optional<Path> library = NativeLibrary.unpack(settings.classpath());
    library.ifPresent(file -> command.add(1, NativeLibrary.argument(file)));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(settings.taskRoot().toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(settings.environment(runtimeApi, System.getenv()));
    FunctionProcess started =
        new FunctionProcess(ExitGuard.open(settings.name(), () -> new Running(builder.start())));
    var _ = started.exitCode.thenRun(() -> library.ifPresent(file -> file.toFile().delete()));
    // Reading a process's output pins a virtual thread's carrier, and there are as many as cores.
    Thread.ofPlatform()
        .daemon()
        .name("log of " + settings.name())
        .start(() -> started.log(settings.log()));
    return started;
  }

  private void log(Consumer<String> sink) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(sink);
    } catch (IOException | UncheckedIOException e) {
      // The process is gone, and with it the other end of the pipe.
    }
  }

  CompletableFuture<Integer> exitCode() {
    return exitCode;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  void freeze() {
    signal("STOP");
  }

  void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    if (!process.isAlive()) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send SIG" + name + " to the function", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when it is gone. */
  void kill() {
    running.close();
    exitCode.join();
  }
}
