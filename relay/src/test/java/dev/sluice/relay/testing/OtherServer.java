package dev.sluice.relay.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A second PostgreSQL, whose transactions have numbers of their own. */
public final class OtherServer implements AutoCloseable {

  private static final String SUPERUSER = "postgres";

  private final EmbeddedPostgres server;
  private int databases;

  public OtherServer() {
    try {
      server =
          EmbeddedPostgres.builder()
              .setServerConfig("wal_level", "logical")
              .setServerConfig("fsync", "off")
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One after the other: the scripts make roles, which belong to the whole server. */
  public synchronized TestDatabase database() {
    String name = "other_" + server.getPort() + "_" + ++databases;
    execute(SUPERUSER, "CREATE DATABASE " + name);
    TestDatabase.MIGRATIONS.forEach(script -> execute(name, TestDatabase.migration(script)));
    return new TestDatabase(
        name, this::url, old -> execute(SUPERUSER, "DROP DATABASE " + old + " WITH (FORCE)"));
  }

  private String url(String database) {
    return "jdbc:postgresql://localhost:" + server.getPort() + "/" + database;
  }

  public int port() {
    return server.getPort();
  }

  private void execute(String database, String sql) {
    try (Connection connection = DriverManager.getConnection(url(database), SUPERUSER, "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
