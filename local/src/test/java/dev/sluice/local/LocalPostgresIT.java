package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LocalPostgresIT {

  private static LocalPostgres postgres;

  @BeforeAll
  static void start() {
    postgres = LocalPostgres.start(Map.of("shared_buffers", "32MB", "max_connections", "40"));
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @Test
  void restartKeepsPortSettingsAndWhatWasCommitted() throws SQLException {
    execute("CREATE TABLE kept (n int)");
    int port = postgres.port();
    try (Connection open = postgres.connect(LocalPostgres.ADMIN)) {
      open.createStatement().execute("INSERT INTO kept VALUES (1)");

      postgres.restart();

      assertThatThrownBy(() -> open.createStatement().execute("SELECT 1"))
          .isInstanceOf(SQLException.class);
    }
    assertThat(postgres.port()).isEqualTo(port);
    assertThat(query("SELECT count(*) FROM kept")).isEqualTo("1");
    assertThat(query("SHOW max_connections")).isEqualTo("40");
    assertThat(query("SHOW synchronous_commit")).isEqualTo("on");
  }

  @Test
  void stoppedServerRefusesConnectionsUntilItStarts() throws SQLException {
    postgres.stop();
    assertThatThrownBy(() -> postgres.connect(LocalPostgres.ADMIN))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"));
    postgres.start();
    assertThat(query("SELECT 1")).isEqualTo("1");
  }

  @Test
  void adminIsNoSuperuser() throws SQLException {
    assertThat(query("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")).isEqualTo("f");
    try (Connection superuser = postgres.connect(postgres.superuser())) {
      assertThat(only(superuser, "SHOW is_superuser")).isEqualTo("on");
    }
  }

  @Test
  void migratedDatabaseTakesEventsFromTheApplicationAndShowsThemToTheRelayAlone()
      throws SQLException {
    postgres.createDatabase("migrated");
    postgres.migrate("migrated", Path.of("..", "relay", "src", "main", "resources"));

    try (Connection application = postgres.connect("migrated", LocalPostgres.APPLICATION)) {
      only(application, "SELECT outbox.append('orders', 'OrderPlaced', '{}')");
      assertThatThrownBy(() -> only(application, "SELECT count(*) FROM outbox.event"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    }
    try (Connection relay = postgres.connect("migrated", LocalPostgres.RELAY)) {
      assertThat(only(relay, "SELECT count(*) FROM outbox.event")).isEqualTo("1");
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = postgres.connect(LocalPostgres.ADMIN)) {
      connection.createStatement().execute(sql);
    }
  }

  private static String query(String sql) throws SQLException {
    try (Connection connection = postgres.connect(LocalPostgres.ADMIN)) {
      return only(connection, sql);
    }
  }

  private static String only(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
