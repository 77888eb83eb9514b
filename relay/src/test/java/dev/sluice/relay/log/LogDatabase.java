package dev.sluice.relay.log;

import dev.sluice.emulators.Planted;
import dev.sluice.emulators.SharedPostgres;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** A database with the schema of the log, on the PostgreSQL of the build. */
final class LogDatabase implements AutoCloseable {

  static final String OWNER = SharedPostgres.ADMIN;

  private static final List<String> SCRIPTS =
      SharedPostgres.migrations(TestDatabase.MIGRATIONS.toArray(String[]::new));

  private final String name = SharedPostgres.createDatabase(SCRIPTS);
  private final PostgresLog log = new PostgresLog(() -> connect("outbox_relay"));

  PostgresLog log() {
    return log;
  }

  Connection connect(String user) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", Planted.PASSWORD);
    properties.setProperty("prepareThreshold", "0");
    return DriverManager.getConnection(SharedPostgres.url(name), properties);
  }

  void execute(String user, String sql) throws SQLException {
    try (Connection connection = connect(user);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** As the owner. */
  void execute(String sql) throws SQLException {
    execute(OWNER, sql);
  }

  /** Runs it and rolls it back. */
  void tryOut(String user, String sql) throws SQLException {
    try (Connection connection = connect(user);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(sql);
      connection.rollback();
    }
  }

  /** The first column, as the owner sees it. */
  List<String> column(String sql) throws SQLException {
    try (Connection connection = connect(OWNER);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(String.valueOf(rows.getString(1)));
      }
      return values;
    }
  }

  /** Values are stored as they are, so that large ones need no time to be compressed. */
  void storeUncompressed(String... columns) throws SQLException {
    for (String column : columns) {
      for (int slot = 0; slot < 16; slot++) {
        execute(
            "ALTER TABLE outbox.event_%02d ALTER COLUMN %s SET STORAGE EXTERNAL"
                .formatted(slot, column));
      }
    }
  }

  @Override
  public void close() {
    log.close();
    SharedPostgres.dropDatabase(name);
  }
}
