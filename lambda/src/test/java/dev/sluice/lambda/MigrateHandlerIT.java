package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.emulators.Pause;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.Environments;
import dev.sluice.relay.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** As on RDS: by an administrator who is no superuser. */
@Order(1)
final class MigrateHandlerIT {

  private static final String WAITING =
      """
      SELECT pid FROM pg_locks
      WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """;

  private static final String HELD_UP =
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

  /** As a dump does it: the row is inserted anew. */
  private static final String COPIED =
      "DELETE FROM outbox.cluster WHERE mark = 1; INSERT INTO outbox.cluster (mark) VALUES (1)";

  private final EmptyDatabase database = new EmptyDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private static String migrate(Map<String, String> environment) throws IOException {
    return InvocationContext.invoke(new MigrateHandler(environment), "{}");
  }

  private Map<String, String> keepingFor(String retention) {
    Map<String, String> environment = database.environment("admin");
    environment.put("SLUICE_RETENTION", retention);
    return environment;
  }

  private List<String> rows(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database.url(), "postgres", "any");
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (found.next()) {
        rows.add(found.getString(1));
      }
      return rows;
    }
  }

  private void execute(String user, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database.url(), user, "any");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void freshDatabaseIsMigrated() throws IOException, SQLException {
    assertThat(migrate(database.environment("admin")))
        .isEqualTo("{\"migrations\":1,\"adopted\":false,\"version\":\"1\",\"slotSeconds\":50400}");
    execute("admin", "SELECT outbox.append('orders', 'Placed', '{}')");
    execute("outbox_relay", "SELECT stream FROM outbox.status");
  }

  @Test
  void secondRunDoesNothingAndSaysSo() throws IOException {
    migrate(database.environment("admin"));
    assertThat(migrate(database.environment("admin")))
        .isEqualTo("{\"migrations\":0,\"adopted\":false,\"version\":\"1\",\"slotSeconds\":50400}");
  }

  @Test
  void emptySchemaOfTheAdministratorsIsFilled() throws IOException, SQLException {
    execute("admin", "CREATE SCHEMA outbox");
    assertThat(migrate(database.environment("admin")))
        .isEqualTo("{\"migrations\":1,\"adopted\":false,\"version\":\"1\",\"slotSeconds\":50400}");
  }

  @Test
  void schemaThatPsqlMadeIsAdoptedOnce() throws IOException {
    try (TestDatabase migrated = new TestDatabase()) {
      migrated.append("orders", 3, 3);
      Map<String, String> environment = EmptyDatabase.environment(migrated.url(), "admin");
      assertThat(migrate(environment))
          .isEqualTo("{\"migrations\":0,\"adopted\":true,\"version\":\"1\",\"slotSeconds\":50400}");
      assertThat(migrate(environment))
          .isEqualTo(
              "{\"migrations\":0,\"adopted\":false,\"version\":\"1\",\"slotSeconds\":50400}");
      assertThat(migrated.count("outbox.event")).isEqualTo(3);
    }
  }

  @Test
  void outboxThatWasCopiedFromAnotherClusterGoesOnHere() throws IOException {
    try (TestDatabase copied = new TestDatabase()) {
      copied.append("orders", 3, 3);
      copied.execute(COPIED);
      Map<String, String> environment = EmptyDatabase.environment(copied.url(), "admin");
      assertThat(migrate(environment)).endsWith("\"slotSeconds\":50400,\"owedAgain\":3}");
      assertThat(migrate(environment)).endsWith("\"slotSeconds\":50400}");
    }
  }

  @Test
  void schemaOfThatNameThatIsNotOursIsLeftAlone() throws SQLException {
    execute(
        "admin",
        "CREATE SCHEMA outbox CREATE TABLE event (id int) CREATE TABLE shard (id int) CREATE TABLE mine (id int)");
    assertThatIllegalStateException()
        .isThrownBy(() -> migrate(database.environment("admin")))
        .withMessage(
            "the schema 'outbox' is there already but is not Sluice's (it holds event, mine, shard);"
                + " rename it, or give Sluice a database of its own");
    execute("admin", "SELECT id FROM outbox.mine");
  }

  @Test
  void loginThatFailsIsReportedAtOnce() {
    assertThatIllegalStateException()
        .isThrownBy(() -> migrate(database.environment("nobody")))
        .withMessage(
            "the migration cannot log in to SLUICE_DB_URL; check SLUICE_DB_USER, SLUICE_DB_AUTH and"
                + " that the database runs (28000: FATAL: role \"nobody\" does not exist)");
  }

  @Test
  void roleThatMayNotMakeASchemaFailsWithWhatItLacks() {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> migrate(database.environment("outbox_relay")))
        .withMessageContaining("42501")
        .withMessageContaining("permission denied for database");
  }

  @Test
  void retentionIsAppliedAndChangedByTheNextMigration() throws IOException, SQLException {
    assertThat(migrate(keepingFor("30d"))).contains("\"migrations\":1,", "\"slotSeconds\":216000");
    assertThat(migrate(keepingFor("30d"))).contains("\"migrations\":0,", "\"slotSeconds\":216000");
    assertThat(migrate(keepingFor("1d"))).contains("\"migrations\":0,", "\"slotSeconds\":7200");
    assertThat(migrate(keepingFor("0"))).contains("\"slotSeconds\":900");
    assertThat(migrate(database.environment("admin"))).contains("\"slotSeconds\":50400");
    assertThat(rows("SELECT filter ->> 'retention' FROM outbox.audit ORDER BY at"))
        .as("only changes are in the audit")
        .containsExactly("720:00:00", "24:00:00", "00:00:00", "168:00:00");
  }

  /** An application that has appended, and neither commits nor rolls back. */
  private Connection openTransaction() throws SQLException {
    Connection application = DriverManager.getConnection(database.url(), "admin", "any");
    application.setAutoCommit(false);
    try (Statement statement = application.createStatement()) {
      statement.execute("SELECT outbox.append('orders', 'Placed', '{}')");
    }
    return application;
  }

  @Test
  void retentionThatAnOpenTransactionHoldsUpFailsWithTheRemedy() throws IOException, SQLException {
    migrate(database.environment("admin"));
    InvocationContext nearlyOver = new InvocationContext(() -> 9_000, null);
    MigrateHandler handler = new MigrateHandler(keepingFor("1d"));
    try (Connection application = openTransaction()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> InvocationContext.invoke(handler, "{}", nearlyOver))
          .withMessage(
              "the schema is migrated, but SLUICE_RETENTION could not be applied; end transactions"
                  + " that have been open for long, and invoke MigrateHandler again (55P03: ERROR:"
                  + " canceling statement due to lock timeout)");
      application.rollback();
    }
    assertThat(InvocationContext.invoke(handler, "{}", nearlyOver))
        .contains("\"slotSeconds\":7200");
  }

  @Test
  void retentionIsAppliedOnceTheOpenTransactionHasEnded() throws Exception {
    migrate(database.environment("admin"));
    try (Connection application = openTransaction()) {
      CompletableFuture<String> migrating = migratingInTheBackground(keepingFor("1d"));
      while (rows(WAITING).isEmpty() && !migrating.isDone()) {
        Pause.briefly();
      }
      assertThat(migrating).isNotDone();
      application.commit();
      assertThat(migrating.get()).contains("\"slotSeconds\":7200");
    }
    assertThat(rows("SELECT event_type FROM outbox.event")).containsExactly("Placed");
  }

  /** Two outboxes in databases of one server may be deployed at once. */
  @Test
  void rolesThatAnotherMigrationChangesMeanwhileAreWaitedFor() throws Exception {
    try (Connection other = DriverManager.getConnection(database.url(), "postgres", "any");
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("ALTER ROLE outbox_relay SET jit = off");
      CompletableFuture<String> migrating = migratingInTheBackground(database.environment("admin"));
      while (rows(HELD_UP).isEmpty() && !migrating.isDone()) {
        Pause.briefly();
      }
      assertThat(migrating).isNotDone();
      other.commit();
      assertThat(migrating.get()).contains("\"migrations\":1,");
    }
  }

  private static CompletableFuture<String> migratingInTheBackground(
      Map<String, String> environment) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return migrate(environment);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Test
  void retentionThatIsNoDurationIsRefused() {
    for (String retention : List.of("a week", "-1d", "4000d")) {
      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(() -> new MigrateHandler(keepingFor(retention)))
          .withMessageContaining("SLUICE_RETENTION")
          .withMessageContaining("'" + retention + "'");
    }
  }

  @Test
  void settingsAreCheckedFirst() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> new MigrateHandler(Map.of("SLUICE_DB_AUTH", "secret")))
        .withMessage(
            Environments.refusal(
                "SLUICE_DB_URL is missing; set it to the JDBC URL, such as"
                    + " jdbc:postgresql://host:5432/app",
                "SLUICE_DB_USER is missing; set it to the database role, such as outbox_relay",
                "SLUICE_DB_SECRET_ARN is missing; set it to the secret's ARN, because SLUICE_DB_AUTH"
                    + " is secret"));
  }
}
