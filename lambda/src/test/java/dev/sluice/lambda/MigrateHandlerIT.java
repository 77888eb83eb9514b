package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.Environments;
import dev.sluice.relay.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** As on RDS: by an administrator who is no superuser. */
final class MigrateHandlerIT {

  private final EmptyDatabase database = new EmptyDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  private static String migrate(Map<String, String> environment) throws IOException {
    return InvocationContext.invoke(new MigrateHandler(environment), "{}");
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
        .isEqualTo("{\"migrations\":2,\"adopted\":false,\"version\":\"2\"}");
    execute("outbox_relay", "SELECT outbox.append('orders', 'Placed', '{}')");
  }

  @Test
  void secondRunDoesNothingAndSaysSo() throws IOException {
    migrate(database.environment("admin"));
    assertThat(migrate(database.environment("admin")))
        .isEqualTo("{\"migrations\":0,\"adopted\":false,\"version\":\"2\"}");
  }

  @Test
  void emptySchemaOfTheAdministratorsIsFilled() throws IOException, SQLException {
    execute("admin", "CREATE SCHEMA outbox");
    assertThat(migrate(database.environment("admin")))
        .isEqualTo("{\"migrations\":2,\"adopted\":false,\"version\":\"2\"}");
  }

  @Test
  void schemaThatPsqlMadeIsAdoptedOnce() throws IOException {
    try (TestDatabase migrated = new TestDatabase()) {
      migrated.append("orders", 3, 3);
      Map<String, String> environment = EmptyDatabase.environment(migrated.url(), "admin");
      assertThat(migrate(environment))
          .isEqualTo("{\"migrations\":0,\"adopted\":true,\"version\":\"2\"}");
      assertThat(migrate(environment))
          .isEqualTo("{\"migrations\":0,\"adopted\":false,\"version\":\"2\"}");
      assertThat(migrated.count("outbox.event")).isEqualTo(3);
    }
  }

  @Test
  void schemaThatPsqlMadeBeforeTheSecondVersionIsAdoptedAndBroughtUp()
      throws IOException, SQLException {
    execute("admin", TestDatabase.migration("V1__outbox.sql"));
    execute("outbox_relay", "SELECT outbox.append('orders', 'Placed', '{}')");
    assertThat(migrate(database.environment("admin")))
        .isEqualTo("{\"migrations\":1,\"adopted\":true,\"version\":\"2\"}");
    execute("outbox_operator", "SELECT * FROM outbox.status");
  }

  @Test
  void somebodyElsesSchemaOfThatNameIsLeftAlone() throws SQLException {
    execute("admin", "CREATE SCHEMA outbox CREATE TABLE event (id int) CREATE TABLE mine (id int)");
    assertThatIllegalStateException()
        .isThrownBy(() -> migrate(database.environment("admin")))
        .withMessage(
            "the schema 'outbox' is there already but is not Sluice's (it holds event, mine); rename"
                + " it, or give Sluice a database of its own");
    execute("admin", "SELECT id FROM outbox.mine");
  }

  @Test
  void loginThatFailsIsToldAtOnce() {
    assertThatIllegalStateException()
        .isThrownBy(() -> migrate(database.environment("nobody")))
        .withMessage(
            "the migration cannot log in to SLUICE_DB_URL; check SLUICE_DB_USER, SLUICE_DB_AUTH and"
                + " that the database runs (28000: FATAL: role \"nobody\" does not exist)");
  }

  @Test
  void roleThatMayNotMakeASchemaIsToldWhatItLacks() {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> migrate(database.environment("outbox_relay")))
        .withMessageContaining("42501")
        .withMessageContaining("permission denied for database");
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
