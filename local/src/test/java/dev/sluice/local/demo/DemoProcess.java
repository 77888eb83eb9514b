package dev.sluice.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code ./sluice demo} as somebody starts it, with temporary files in a place of its own. */
final class DemoProcess implements AutoCloseable {

  private static final String LAUNCHER = Path.of("..", "sluice").toAbsolutePath().toString();

  private final Path temporary;
  private final Process process;
  private final List<String> progress = new ArrayList<>();
  private final BufferedReader errors;
  private final CompletableFuture<String> output;

  DemoProcess(Path temporary, String... options) throws IOException {
    this.temporary = temporary.toRealPath();
    List<String> command = new ArrayList<>();
    if (System.getProperty("os.name").equals("Linux")) {
      // Tests that a script runs in the background hand down that Ctrl-C is to be ignored.
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.addAll(List.of(LAUNCHER, "demo"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + this.temporary);
    process = builder.start();
    errors = process.errorReader(UTF_8);
    output =
        CompletableFuture.supplyAsync(this::readOutput, task -> Thread.ofVirtual().start(task));
  }

  private String readOutput() {
    try (var stream = process.getInputStream()) {
      return new String(stream.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the progress until then. */
  void awaitProgress(String text) throws IOException {
    String line = "";
    while (line != null && !line.contains(text)) {
      line = errors.readLine();
      progress.add(String.valueOf(line));
    }
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Its exit code. */
  int ends() throws IOException, InterruptedException {
    awaitProgress("\u0000 never written, so to the end");
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      throw new AssertionError("it does not end");
    }
    return process.exitValue();
  }

  String progress() {
    return String.join("\n", progress);
  }

  /** Its answer, which must be all that is on standard output. */
  Map<String, Object> answer() throws IOException {
    return JSON.std.mapFrom(output.join());
  }

  int number(String name) throws IOException {
    return answer().get(name) instanceof Integer number ? number : -1;
  }

  String output() {
    return output.join();
  }

  /** Processes that have to do with this one: their files lie in its directory. */
  List<String> processes() {
    return ProcessHandle.allProcesses()
        .flatMap(handle -> handle.info().commandLine().stream())
        .filter(line -> line.contains(temporary.toString()))
        .toList();
  }

  List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.toList();
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
