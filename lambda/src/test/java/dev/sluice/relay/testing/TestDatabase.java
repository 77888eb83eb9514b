package dev.sluice.relay.testing;

import dev.sluice.emulators.Planted;
import dev.sluice.relay.postgres.ConnectionSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL for the whole test run; a migrated database of its own for every test. */
public final class TestDatabase implements AutoCloseable {

  /** In order; what is here is what every test runs on. */
  public static final List<String> MIGRATIONS = List.of("V1__outbox.sql", "V2__operations.sql");

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String name = "t" + NUMBER.incrementAndGet();

  public TestDatabase() {
    superuser("postgres", "CREATE DATABASE " + name + " OWNER admin");
    MIGRATIONS.forEach(script -> execute("admin", migration(script)));
  }

  /** Started once; the JVM's end stops it. */
  private static final class Server {
    static final EmbeddedPostgres INSTANCE = start();

    private static EmbeddedPostgres start() {
      try {
        EmbeddedPostgres server =
            EmbeddedPostgres.builder()
                .setServerConfig("timezone", "Asia/Kathmandu")
                .setServerConfig("max_connections", "200")
                .setServerConfig("fsync", "off")
                .start();
        try (Connection connection = server.getPostgresDatabase().getConnection();
            Statement statement = connection.createStatement()) {
          // As on RDS: an administrator who is no superuser.
          statement.execute("CREATE ROLE admin LOGIN CREATEROLE CREATEDB");
        }
        return server;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  public static String migration(String name) {
    try (InputStream script = TestDatabase.class.getResourceAsStream("/db/migration/" + name)) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "jdbc:postgresql://localhost:" + Server.INSTANCE.getPort() + "/" + name;
  }

  public Connection connect(String user) {
    return connect(url(), user);
  }

  private static Connection connect(String url, String user) {
    try {
      Properties properties = new Properties();
      properties.setProperty("user", user);
      properties.setProperty("password", Planted.PASSWORD);
      properties.setProperty("prepareThreshold", "0");
      return DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public ConnectionSource relaySource() {
    return () -> connect("outbox_relay");
  }

  private static void superuser(String database, String sql) {
    String url = "jdbc:postgresql://localhost:" + Server.INSTANCE.getPort() + "/" + database;
    try (Connection connection = connect(url, "postgres");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public void execute(String user, String sql) {
    try (Connection connection = connect(user);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As the tables' owner. */
  public void execute(String sql) {
    execute("outbox_relay", sql);
  }

  public List<String> rows(String sql, Object... parameters) {
    try (Connection connection = connect("outbox_relay");
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      List<String> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(row(result));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String row(ResultSet result) throws SQLException {
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
      columns.add(result.getString(i));
    }
    return String.join("|", columns);
  }

  public String one(String sql, Object... parameters) {
    return rows(sql, parameters).getFirst();
  }

  public long count(String sql, Object... parameters) {
    return Long.parseLong(one("SELECT count(*) FROM " + sql, parameters));
  }

  /** {@code count} events of a stream, over {@code keys} keys, each numbered in its payload. */
  public void append(String stream, int count, int keys) {
    execute(
        """
        INSERT INTO outbox.event (stream, event_type, aggregate_id, payload)
        SELECT '%s', 'Counted', 'key-' || (i %% %d), json_build_object('n', i, 'card', '%s')
        FROM generate_series(1, %d) i
        """
            .formatted(stream, keys, Planted.CARD, count));
  }

  @Override
  public void close() {
    superuser("postgres", "DROP DATABASE " + name + " WITH (FORCE)");
  }
}
