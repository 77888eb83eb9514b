package dev.sluice.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A command that goes on until Ctrl-C. */
final class Running implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;
  private final List<String> said = new ArrayList<>();
  private CompletableFuture<List<String>> rest = CompletableFuture.completedFuture(List.of());

  Running(Process process) {
    this.process = process;
    this.output = process.inputReader(UTF_8);
  }

  /** Returns when it has said that. */
  Running untilItSays(String ready) {
    try {
      String line = "";
      while (line != null && !line.contains(ready)) {
        line = output.readLine();
        said.add(String.valueOf(line));
      }
      assertThat(line).as("%s%nsaid:%n%s", ready, String.join("\n", said)).isNotNull();
      // Read on, or it would wait for its reader; by a thread of its own, for the common pool may
      // have a single one.
      rest =
          CompletableFuture.supplyAsync(
              () -> output.lines().toList(), task -> Thread.ofPlatform().daemon().start(task));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that it has said. */
  String pressCtrlC() {
    try {
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("it ends").isTrue();
      said.addAll(rest.join());
      return String.join("\n", said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted at Ctrl-C", e);
    } finally {
      process.destroyForcibly();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
