package dev.sluice.writer;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.emulators.SharedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A database whose schema was installed by a role that is no superuser, and whose application may
 * do nothing in it but what outbox_writer may. Closes every connection after each test.
 */
final class Database
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  private final Deque<Connection> connections = new ConcurrentLinkedDeque<>();
  private String name = "";

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    name = SharedPostgres.createDatabase(SharedPostgres.migrations("V1__outbox.sql"));
    SharedPostgres.createRole("shop_application", "LOGIN IN ROLE outbox_writer");
    try (Connection owner = connect(SharedPostgres.ADMIN, Map.of())) {
      execute(owner, "CREATE TABLE public.purchase (id text PRIMARY KEY)");
      execute(owner, "GRANT INSERT, SELECT ON public.purchase TO shop_application");
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) throws SQLException {
    execute(superuser(), "TRUNCATE outbox.event, outbox.held, outbox.inbox, public.purchase");
  }

  @Override
  public void afterEach(ExtensionContext context) throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
    connections.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    SharedPostgres.dropDatabase(name);
  }

  /** The application's connection, in a transaction. */
  Connection application() throws SQLException {
    return application(Map.of());
  }

  Connection application(Map<String, String> properties) throws SQLException {
    Connection connection = autocommitting("shop_application", properties);
    connection.setAutoCommit(false);
    return connection;
  }

  Connection autocommitting() throws SQLException {
    return autocommitting("shop_application", Map.of());
  }

  Connection superuser() throws SQLException {
    return autocommitting("postgres", Map.of());
  }

  private Connection autocommitting(String role, Map<String, String> properties)
      throws SQLException {
    Connection connection = connect(role, properties);
    connections.add(connection);
    return connection;
  }

  private Connection connect(String role, Map<String, String> properties) throws SQLException {
    Properties all = new Properties();
    all.setProperty("user", role);
    all.putAll(properties);
    return DriverManager.getConnection(SharedPostgres.url(name), all);
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of what the superuser reads. */
  List<String> read(String sql, Object... parameters) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (PreparedStatement statement = superuser().prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(result.getString(1));
        }
      }
    }
    return rows;
  }

  List<String> idsInOrder() throws SQLException {
    return read("SELECT id FROM outbox.event ORDER BY seq");
  }

  /** The SQLSTATE that this fails with. */
  static String stateOf(ThrowingCallable work) {
    return Objects.requireNonNull(catchThrowableOfType(SQLException.class, work)).getSQLState();
  }

  /** Returns when a session waits for a lock of this type: the signal that it is held back. */
  void awaitWaiter(String lockType) throws SQLException {
    awaitWaiters(lockType, 1);
  }

  void awaitWaiters(String lockType, int sessions) throws SQLException {
    // Other tests use the same server at the same time.
    String count =
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)"
            + " WHERE datname = current_database() AND NOT granted AND locktype = '"
            + lockType
            + "'";
    Connection superuser = superuser();
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (System.nanoTime() - deadline < 0) {
      try (Statement statement = superuser.createStatement();
          ResultSet result = statement.executeQuery(count)) {
        if (result.next() && result.getInt(1) >= sessions) {
          return;
        }
      }
    }
    throw new AssertionError("Fewer than " + sessions + " sessions wait for " + lockType);
  }
}
