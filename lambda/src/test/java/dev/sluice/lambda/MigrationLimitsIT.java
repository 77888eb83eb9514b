package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.testing.EmptyDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A migration that takes long, and one that has much to say. */
final class MigrationLimitsIT {

  private final EmptyDatabase database = new EmptyDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private Connection connection(String user) throws SQLException {
    return DriverManager.getConnection(database.url(), user, "any");
  }

  /** CloudFormation takes 4,096 bytes, with ids, addresses and a stack of its caller. */
  @Test
  void reasonOfAFailureFitsIntoCloudFormationsAnswer() throws SQLException {
    String tables =
        IntStream.range(0, 20)
            .mapToObj(number -> " CREATE TABLE " + "t".repeat(60) + number + " ()")
            .collect(Collectors.joining());
    try (Connection admin = connection("admin");
        Statement statement = admin.createStatement()) {
      statement.execute("CREATE SCHEMA outbox" + tables);
    }
    List<String> printed = new ArrayList<>();
    MigrateHandler handler = new MigrateHandler(database.environment("admin"), printed::add);
    assertThatIllegalStateException()
        .isThrownBy(() -> InvocationContext.invoke(handler, "{}"))
        .satisfies(
            failure ->
                assertThat(failure.getMessage())
                    .startsWith("the schema 'outbox' is there already but is not Sluice's")
                    .endsWith("(the function's log has more)")
                    .hasSizeLessThan(1000));
    assertThat(printed).anyMatch(line -> line.contains("rename it, or give Sluice a database"));
  }

  /** A relay gives an answer up after 20 s. */
  @Test
  @Tag("long")
  void statementMayTakeLongerThanARelayWouldWait() throws Exception {
    try (Connection other = connection("postgres");
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE pg_namespace IN SHARE MODE");
      CompletableFuture<String> migrating = CompletableFuture.supplyAsync(this::migrate);
      statement.execute("SELECT pg_sleep(25)");
      assertThat(migrating).isNotDone();
      other.commit();
      assertThat(migrating.get()).contains("\"migrations\":1,");
    }
  }

  private String migrate() {
    try {
      return InvocationContext.invoke(new MigrateHandler(database.environment("admin")), "{}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
