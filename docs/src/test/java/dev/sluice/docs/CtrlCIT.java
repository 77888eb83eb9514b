package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever has seen enough leaves no process, no directory and no stack trace behind. */
@Timeout(600)
@Order(1)
final class CtrlCIT {

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "./sluice local, migrating PostgreSQL",
    "./sluice local, Ctrl-C stops it",
    "./sluice bench drain --events 20000 --runs 1, 'warm-up: '",
    "./sluice bench aws --destination sns --events 20000 --runs 1, 'warm-up: '"
  })
  void nothingIsLeft(String command, String when) throws Exception {
    Surroundings surroundings = Surroundings.in(directory);
    Shell shell = new Shell(surroundings, Page.ROOT, surroundings::environment);
    try (Running running = shell.begin(command + "\n").untilItSays(when)) {
      assertThat(surroundings.processes()).as("the control").isNotEmpty();
      assertThat(running.pressCtrlC()).doesNotContain("Exception", "\tat ");
    }
    assertThat(surroundings.processes()).isEmpty();
    assertThat(surroundings.files()).isEmpty();
  }
}
