package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands, with the functions' own jar. */
@Timeout(600)
@Order(1)
class MainIT {

  private static final Path EVENTS = Path.of("..", "events");

  @TempDir private Path runtimeDirectory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void invocationReachesTheRunningStackAndPrintsTheAnswerAlone() throws Exception {
    Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", runtimeDirectory.toString());
    try (LocalServices stack = LocalServices.start(Map.of(), line -> {})) {
      writeState(stack, environment);
      String event = EVENTS.resolve("empty.json").toString();

      int exitCode = run(environment, "invoke", event, "--function", "migrate");

      assertThat(exitCode).as(err.toString(UTF_8)).isZero();
      assertThat(JSON.std.mapFrom(out.toString(UTF_8)))
          .as("its schema is there already, made by hand")
          .containsEntry("migrations", 0)
          .containsEntry("adopted", true);
      assertThat(err.toString(UTF_8)).contains("[migrate] REPORT RequestId: ");
    }
  }

  @Test
  void databaseOfTheEnvironmentIsMigratedByTheFunction() throws Exception {
    try (LocalPostgres postgres = LocalPostgres.start(Map.of())) {
      Map<String, String> environment =
          Map.of(
              "SLUICE_DB_URL",
              postgres.jdbcUrl(),
              "SLUICE_DB_USER",
              LocalPostgres.ADMIN,
              "SLUICE_DB_AUTH",
              "password",
              "SLUICE_DB_PASSWORD",
              "local");
      String event = EVENTS.resolve("migrate.json").toString();

      assertThat(run(environment, "invoke", event, "--function", "migrate")).isZero();

      assertThat(JSON.std.mapFrom(out.toString(UTF_8)))
          .containsEntry("migrations", Migrations.in(SluiceJar.find()).size())
          .containsEntry("adopted", false);
    }
  }

  @Test
  void failedInvocationExitsWithOneAndPrintsNothingOnStandardOutput() throws Exception {
    Map<String, String> wrong = Map.of("SLUICE_DB_URL", "jdbc:nonsense");
    String event = EVENTS.resolve("empty.json").toString();

    assertThat(run(wrong, "invoke", event)).isEqualTo(1);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8)).contains("The function failed");

    assertThat(run(wrong, "invoke", event, "--json")).isEqualTo(1);
    assertThat(JSON.std.mapFrom(out.toString(UTF_8))).containsKey("errorType");
  }

  @Test
  void withoutAStackItSaysHowToStartOne() throws Exception {
    Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", runtimeDirectory.toString());
    assertThat(run(environment, "invoke", EVENTS.resolve("empty.json").toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("start one with ./sluice local");
  }

  @Test
  void stateOfAStackThatIsGoneCountsAsNone() throws Exception {
    Path file = runtimeDirectory.resolve("sluice").resolve("local.properties");
    new StackState(ProcessHandle.current().pid(), "url", "brokers", Map.of()).write(file);
    assertThat(StackState.read(file)).isPresent();
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    new StackState(ended.pid(), "url", "brokers", Map.of()).write(file);
    assertThat(StackState.read(file)).isEmpty();
    assertThat(Files.getPosixFilePermissions(file.getParent())).hasSize(3);
  }

  @Test
  void operationsAreCommands() throws Exception {
    Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", runtimeDirectory.toString());
    try (LocalServices stack = LocalServices.start(Map.of(), line -> {})) {
      writeState(stack, environment);
      append(stack.postgres());
      assertThat(run(environment, "ops", "pause", "stream=orders", "reason=a look")).isZero();
      assertThat(run(environment, "ops", "status", "format=text")).isZero();
      assertThat(out.toString(UTF_8)).contains("orders", "paused by");
      out.reset();
      assertThat(run(environment, "ops", "redrive", "--json")).as("refused").isEqualTo(1);
      assertThat(out.toString(UTF_8)).contains("'all' must be true if no filter is given");
    }
  }

  @Test
  void relayIsInvokedWithAFile() throws Exception {
    Map<String, String> environment =
        Map.of(
            "XDG_RUNTIME_DIR", runtimeDirectory.toString(),
            "SLUICE_MODE", "DRAIN",
            "SLUICE_LEASE", "120s",
            "SLUICE_PUBLISH_TIMEOUT", "60s");
    try (LocalServices stack = LocalServices.start(Map.of(), line -> {})) {
      writeState(stack, environment);
      append(stack.postgres());
      String file = EVENTS.resolve("nudge.json").toString();
      int exitCode = run(environment, "invoke", file, "--timeout", "300");
      assertThat(exitCode).as(err.toString(UTF_8)).isZero();
      assertThat(JSON.std.mapFrom(out.toString(UTF_8)))
          .containsEntry("published", 1)
          .containsEntry("stopped", "drained");
    }
  }

  private static void writeState(LocalServices stack, Map<String, String> environment)
      throws IOException {
    StackState.of(stack, Map.of()).write(StackState.file(environment));
  }

  private static void append(LocalPostgres postgres) throws SQLException {
    try (Connection application = postgres.connect(LocalPostgres.APPLICATION);
        var statement = application.createStatement()) {
      statement.execute("SELECT outbox.append('orders', 'OrderPlaced', '{\"id\": 1}')");
    }
  }

  private int run(Map<String, String> environment, String... arguments) throws Exception {
    return new Main(
            environment, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .run(List.of(arguments));
  }
}
