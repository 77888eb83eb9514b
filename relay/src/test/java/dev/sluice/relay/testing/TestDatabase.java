package dev.sluice.relay.testing;

import dev.sluice.emulators.Planted;
import dev.sluice.emulators.SharedPostgres;
import dev.sluice.relay.log.ConnectionSource;
import dev.sluice.relay.log.PostgresLog;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A migrated database of its own for every test, on the PostgreSQL of the build or another one. */
public final class TestDatabase implements AutoCloseable {

  /** In order; what is here is what every test runs on. */
  public static final List<String> MIGRATIONS = List.of("V1__outbox.sql");

  private static final String SUPERUSER = "postgres";

  private static final List<String> SCRIPTS =
      SharedPostgres.migrations(MIGRATIONS.toArray(String[]::new));

  private final String name;
  private final String url;
  private final Consumer<String> drop;
  private @Nullable Connection reader;

  public TestDatabase() {
    this(SharedPostgres.createDatabase(SCRIPTS), SharedPostgres::url, SharedPostgres::dropDatabase);
  }

  TestDatabase(String name, UnaryOperator<String> urls, Consumer<String> drop) {
    this.name = name;
    this.url = urls.apply(name);
    this.drop = drop;
    // The template is older; a shard that nobody leased for long goes to the first who comes.
    execute("UPDATE outbox.shard SET leased_until = now()");
  }

  public static String migration(String name) {
    return SharedPostgres.migrations(name).getFirst();
  }

  public String name() {
    return name;
  }

  public String url() {
    return url;
  }

  public Connection connect(String user) {
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

  /** As the relay's role. */
  public PostgresLog log() {
    return new PostgresLog(relaySource());
  }

  public void execute(String user, String sql) {
    try (Connection connection = connect(user);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As the superuser: no role of the outbox may do everything. */
  public void execute(String sql) {
    execute(SUPERUSER, sql);
  }

  /** On a connection that stays open, because tests ask again and again. */
  public synchronized List<String> rows(String sql, Object... parameters) {
    if (reader == null) {
      reader = connect(SUPERUSER);
    }
    try (PreparedStatement statement = reader.prepareStatement(sql)) {
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
  public synchronized void close() {
    if (reader != null) {
      try {
        reader.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
    drop.accept(name);
  }
}
