package dev.sluice.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo by its launcher, as a process. */
@Timeout(300)
final class DemoIT {

  private static final String NO_FAULT = "";

  @TempDir private Path directory;

  @Test
  void whatIsPromisedHolds() throws Exception {
    try (DemoProcess demo =
        new DemoProcess(directory, NO_FAULT, "--seconds", "25", "--events", "5000", "--json")) {
      int exitCode = demo.ends();
      assertThat(exitCode).as(demo.progress()).isZero();
      Map<String, Object> answer = demo.answer();
      assertThat(answer)
          .containsEntry("held", true)
          .containsEntry("appended", 5000)
          .containsEntry("delivered", 5000)
          .containsEntry("lost", 0)
          .containsEntry("reordered", 0)
          .containsEntry("ghosts", 0)
          .containsEntry("dead", 0)
          .containsEntry("pending", 0)
          .containsEntry("retried", 0)
          .containsEntry("relayProcesses", 2)
          .containsKeys("duplicates", "seconds");
      assertThat(demo.number("rolledBack")).as("the control for ghosts").isGreaterThan(100);
      assertThat(demo.progress())
          .contains(
              "normal load: 4 threads place orders",
              "broker down: Kafka is back after",
              "relay killed: Process ",
              "poison event: It is DEAD at once",
              "Repaired: the topic takes more")
          .doesNotContain("\u001b");
    }
  }

  @ParameterizedTest
  @CsvSource({"drop, lost, reordered", "swap, reordered, lost"})
  void controlIsFoundOut(String fault, String one, String none) throws Exception {
    try (DemoProcess demo =
        new DemoProcess(directory, fault, "--seconds", "10", "--events", "2000", "--json")) {
      assertThat(demo.ends()).as(demo.progress()).isEqualTo(1);
      assertThat(demo.answer())
          .as(demo.progress())
          .containsEntry("held", false)
          .containsEntry(one, 1)
          .containsEntry(none, 0)
          .doesNotContainKey("failure");
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, ' s  appended '", "TERM, 'broker down: Kafka is stopped'"})
  void endedFromOutsideItLeavesNoProcessAndNoDirectory(String signal, String when)
      throws Exception {
    try (DemoProcess demo = new DemoProcess(directory, NO_FAULT, "--seconds", "15", "--json")) {
      demo.awaitProgress(when);
      assertThat(demo.processes()).as("the control").hasSizeGreaterThan(2);
      demo.signal(signal);
      assertThat(demo.ends()).as(demo.progress()).isNotZero();
      assertThat(demo.processes()).isEmpty();
      assertThat(leftovers(demo)).isEmpty();
      assertThat(demo.output()).isEmpty();
      assertThat(demo.progress()).doesNotContain("Exception");
    }
  }

  /** PostgreSQL's programs stay unpacked for the next time; its data must not. */
  private static List<Path> leftovers(DemoProcess demo) throws IOException {
    return demo.temporaryFiles().stream()
        .flatMap(DemoIT::within)
        .filter(file -> !String.valueOf(file.getFileName()).startsWith("PG-"))
        .toList();
  }

  private static Stream<Path> within(Path file) {
    if (!file.endsWith("embedded-pg")) {
      return Stream.of(file);
    }
    try (Stream<Path> files = Files.list(file)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
