package dev.sluice.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  /** It goes on when it is ready. */
  Running begin(String script) {
    try {
      return new Running(start(script));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
