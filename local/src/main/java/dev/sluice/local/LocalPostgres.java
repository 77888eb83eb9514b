package dev.sluice.local;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/**
 * A PostgreSQL server on a free port of this machine, whose committed transactions survive {@link
 * #restart()}. Every role logs in without a password; one that is given anyway is ignored.
 */
public final class LocalPostgres implements AutoCloseable {

  /** The database that a new server has. */
  public static final String DATABASE = "sluice";

  /**
   * Owns the databases and may create roles, but is no superuser: what RDS calls the master user.
   */
  public static final String ADMIN = "sluice_admin";

  /** The relay's role, which owns nothing; the migration makes it. */
  public static final String RELAY = "outbox_relay";

  /** The operations function's role; the migration makes it too. */
  public static final String OPERATOR = "outbox_operator";

  /** An application, which may append and nothing else. */
  public static final String APPLICATION = "app";

  private static final Duration START = Duration.ofMinutes(1);
  private static final String SUPERUSER = "postgres";
  private static final String CREATE_ADMIN =
      "CREATE ROLE " + ADMIN + " LOGIN CREATEROLE CREATEDB NOSUPERUSER";
  private static final String CREATE_APPLICATION =
      """
      DO $$
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app') THEN
          CREATE ROLE app LOGIN IN ROLE outbox_writer;
        END IF;
      END $$
      """;

  private final ExitGuard<EmbeddedPostgres> server;
  private final PostgresControl control;

  private LocalPostgres(ExitGuard<EmbeddedPostgres> server, PostgresControl control) {
    this.server = server;
    this.control = control;
  }

  /** In a temporary directory that goes away with it. */
  public static LocalPostgres start(Map<String, String> settings) {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPGStartupWait(START)
            // Zonky's own default is off, which would lose commits in a crash.
            .setServerConfig("synchronous_commit", "on")
            .setRegisterShutdownHook(false);
    settings.forEach(builder::setServerConfig);
    ExitGuard<EmbeddedPostgres> server = ExitGuard.open("PostgreSQL", builder::start);
    try (Connection connection = server.value().getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      LocalPostgres postgres = new LocalPostgres(server, PostgresControl.of(connection));
      statement.execute(CREATE_ADMIN);
      postgres.createDatabase(DATABASE);
      return postgres;
    } catch (SQLException e) {
      throw new IllegalStateException("PostgreSQL does not take its first commands", e);
    }
  }

  public int port() {
    return server.value().getPort();
  }

  public String jdbcUrl() {
    return jdbcUrl(DATABASE);
  }

  /** The URL names no user: give one of the roles of this class when connecting. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://localhost:" + port() + "/" + database;
  }

  public String superuser() {
    return SUPERUSER;
  }

  public Connection connect(String user) throws SQLException {
    return connect(DATABASE, user);
  }

  public Connection connect(String database, String user) throws SQLException {
    return DriverManager.getConnection(jdbcUrl(database), user, "");
  }

  /** Owned by {@link #ADMIN}. */
  public void createDatabase(String name) throws SQLException {
    try (Connection connection = connect("postgres", SUPERUSER);
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE DATABASE " + statement.enquoteIdentifier(name, true) + " OWNER " + ADMIN);
    }
  }

  /**
   * Runs the migrations of a jar or a directory of classes, as {@link #ADMIN}, and makes {@link
   * #APPLICATION}.
   */
  public void migrate(String database, Path code) throws SQLException {
    try (Connection connection = connect(database, ADMIN)) {
      Migrations.run(code, connection);
      try (var statement = connection.createStatement()) {
        statement.execute(CREATE_APPLICATION);
        connection.commit();
      }
    }
  }

  public void migrate() throws SQLException {
    migrate(DATABASE, SluiceJar.find());
  }

  /** As a failover or a crash does it: every connection breaks, and recovery replays the log. */
  public void restart() {
    server.change(_ -> control.run("restart", "immediate"));
  }

  /** As a crash does it. */
  public void stop() {
    server.change(_ -> control.run("stop", "immediate"));
  }

  /** SIGKILL for the server's first process, which the others notice and end. */
  public void kill() {
    server.change(_ -> control.kill());
  }

  /** On the same port, with the same data. */
  public void start() {
    server.change(_ -> control.run("restart", "fast"));
  }

  @Override
  public void close() {
    server.close();
  }
}
