package dev.sluice.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.Tampering;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo by its launcher, as a process, and with a transport at fault. */
@Timeout(600)
@Order(1)
final class DemoIT {

  @TempDir private Path directory;

  @Test
  void whatIsPromisedHolds() throws Exception {
    try (DemoProcess demo =
        new DemoProcess(directory, "--seconds", "25", "--events", "5000", "--json")) {
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

  @Test
  void transportThatDropsSwapsAndInventsAnEventIsFoundOut() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream progress = new ByteArrayOutputStream();
    UnaryOperator<Consumer<Arrival>> transport =
        sink -> Tampering.drop(Tampering.swap(Tampering.ghost(sink)));
    int exitCode =
        new DemoCommand(Map.of(), stream(out), stream(progress), transport)
            .run(List.of("--seconds", "10", "--events", "2000", "--json"));
    assertThat(exitCode).as(progress.toString(UTF_8)).isEqualTo(1);
    assertThat(JSON.std.mapFrom(out.toString(UTF_8)))
        .as(progress.toString(UTF_8))
        .containsEntry("held", false)
        .containsEntry("lost", 1)
        .containsEntry("reordered", 1)
        .containsEntry("ghosts", 1)
        .doesNotContainKey("failure");
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, UTF_8);
  }

  @Test
  void terminatedItLeavesNoProcessAndNoDirectory() throws Exception {
    endedFromOutside("TERM", "broker down: Kafka is stopped");
  }

  @Test
  @Tag("long")
  void interruptedItLeavesNoProcessAndNoDirectory() throws Exception {
    endedFromOutside("INT", " s  appended ");
  }

  private void endedFromOutside(String signal, String when) throws Exception {
    try (DemoProcess demo = new DemoProcess(directory, "--seconds", "15", "--json")) {
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
