package dev.sluice.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A reader's terminal: what stands in a page is typed into it. */
record Shell(Surroundings surroundings, Path directory, Supplier<Map<String, String>> environment) {

  /** Ends at the first command that fails, and is as deaf to nothing as a terminal's programs. */
  private Process start(String script) throws IOException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("os.name").equals("Linux")) {
      // Tests that a script runs in the background hand down that Ctrl-C is to be ignored.
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.addAll(List.of("bash", "-euo", "pipefail", "-c", surroundings.filledIn(script)));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment.get());
    builder.redirectErrorStream(true);
    return builder.start();
  }

  /** Its output. */
  String run(String script) {
    try {
      Process process = start(script);
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as("%s%nsaid:%n%s", script, output).isZero();
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted: " + script, e);
    }
  }

  /** Returns when it has said that; it goes on. */
  Process runUntilItSays(String script, String ready) {
    try {
      Process process = start(script);
      var output = process.inputReader(UTF_8);
      List<String> said = new ArrayList<>();
      String line = "";
      while (line != null && !line.contains(ready)) {
        line = output.readLine();
        said.add(String.valueOf(line));
      }
      assertThat(line).as("%s%nsaid:%n%s", script, String.join("\n", said)).isNotNull();
      Thread.ofVirtual().start(() -> output.lines().forEach(more -> {}));
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void pressCtrlC(Process process) {
    try {
      String pid = Long.toString(process.pid());
      new ProcessBuilder("kill", "-INT", pid).start().waitFor();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("it ends").isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted at Ctrl-C", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
