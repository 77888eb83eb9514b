package dev.sluice.relay.lane;

import dev.sluice.emulators.Planted;
import dev.sluice.emulators.SharedPostgres;
import dev.sluice.relay.log.PostgresLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/** A database with the log's schema, on the PostgreSQL of the build. */
public final class LogDatabase implements AutoCloseable {

  private static final List<String> SCHEMA = List.of(script());

  private final String name = SharedPostgres.createDatabase(SCHEMA);

  private static String script() {
    try (InputStream script =
        LogDatabase.class.getResourceAsStream("/db/migration/V1__outbox.sql")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String name() {
    return name;
  }

  public Connection connect(String user) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", Planted.PASSWORD);
    properties.setProperty("prepareThreshold", "0");
    return DriverManager.getConnection(SharedPostgres.url(name), properties);
  }

  /** As the relay's role. */
  public PostgresLog log() {
    return new PostgresLog(() -> connect("outbox_relay"));
  }

  public void execute(String sql) {
    try (Connection superuser = connect("postgres");
        Statement statement = superuser.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public List<String> rows(String sql) {
    try (Connection superuser = connect("postgres");
        Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.getString(1));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    SharedPostgres.dropDatabase(name);
  }
}
