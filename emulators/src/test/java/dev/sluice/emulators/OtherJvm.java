package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another process that uses this module, and can be ended in every way. */
record OtherJvm(Process process, BufferedReader output) implements AutoCloseable {

  static OtherJvm run(Class<?> main, String... arguments) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java, "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new OtherJvm(process, process.inputReader(StandardCharsets.UTF_8));
  }

  String lineWith(String text) throws IOException {
    StringBuilder seen = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.contains(text)) {
        return line;
      }
      seen.append(line).append('\n');
    }
    throw new AssertionError("no line with '" + text + "' in:\n" + seen);
  }

  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
