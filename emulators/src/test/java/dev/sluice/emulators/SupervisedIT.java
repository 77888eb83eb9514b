package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SupervisedIT {

  private static final Path PYTHON = Python.onPath(System.getenv("PATH"), "This test", "").path();

  @Test
  void orphanEndsWithWhatStartedIt() {
    try (Supervised supervised = start("(sleep 1000 & echo $!); exec sleep 1000")) {
      ProcessHandle orphan = ProcessHandle.of(Long.parseLong(output(supervised))).orElseThrow();
      assertThat(orphan.isAlive()).isTrue();

      supervised.close();

      assertThat(orphan.isAlive()).isFalse();
    }
  }

  @Test
  void oneThatEndsByItselfLeavesNoOrphan() {
    try (Supervised supervised = start("sleep 1000 & echo $!")) {
      assertThat(supervised.endsWithin(Duration.ofMinutes(1))).isTrue();

      assertThat(ProcessHandle.of(Long.parseLong(supervised.output().strip()))).isEmpty();
    }
  }

  @Test
  void closedOneLeavesNothing() {
    Traces traces = new Traces();
    try (Supervised supervised = start("echo started; exec sleep 1000")) {
      assertThat(output(supervised)).isEqualTo("started");
      traces.take(supervised);
    }
    traces.assertGone();
  }

  @Test
  void oneThatEndsByItselfKeepsItsOutputUntilItIsClosed() {
    Path directory;
    try (Supervised supervised = start("echo out; echo err >&2; exit 3")) {
      directory = supervised.directory();
      assertThat(supervised.endsWithin(Duration.ofMinutes(1))).isTrue();

      assertThat(supervised.exitCode()).isEqualTo(3);
      assertThat(supervised.output()).contains("out", "err");
    }
    assertThat(directory).doesNotExist();
  }

  private static Supervised start(String script) {
    return Supervised.start(
        PYTHON,
        Directories.temporary("supervised"),
        List.of("/bin/sh", "-c", script),
        Map.of("PATH", "/usr/bin:/bin"));
  }

  private static String output(Supervised supervised) {
    while (!supervised.output().endsWith("\n")) {
      assertThat(supervised.endsWithin(Duration.ofMillis(10))).isFalse();
    }
    return supervised.output().strip();
  }
}
