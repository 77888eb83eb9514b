package dev.sluice.emulators;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The one PostgreSQL of a build. Every test class or test has its own database there. Other tests
 * use the server at the same time, so what is asked of the whole server must name the database.
 */
public final class SharedPostgres {

  /** Owns the databases and may create roles, but is no superuser: as on RDS. */
  public static final String ADMIN = "admin";

  private static final String SUPERUSER = "postgres";

  /** A template's roles have settings that belong to the database, and are not copied with it. */
  private static final String COPY_SETTINGS =
      """
      DO $$
      DECLARE
        s record;
      BEGIN
        FOR s IN
          SELECT r.rolname, split_part(c, '=', 1) AS name, split_part(c, '=', 2) AS value
          FROM pg_db_role_setting d JOIN pg_database b ON b.oid = d.setdatabase JOIN pg_roles r ON r.oid = d.setrole,
            unnest(d.setconfig) c
          WHERE b.datname = '%1$s'
        LOOP
          EXECUTE format('ALTER ROLE %%I IN DATABASE %2$s SET %%I TO %%L', s.rolname, s.name, s.value);
        END LOOP;
      END $$
      """;

  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Map<List<String>, String> TEMPLATES = new ConcurrentHashMap<>();

  /** Found once for each JVM. */
  private static final class Server {
    static final Build BUILD = Build.current();
    static final String URL =
        new BuildService(BUILD, "postgres")
            .address((directory, until) -> ServiceHost.start(PostgresHost.class, directory, until));
  }

  private SharedPostgres() {}

  public static String url(String database) {
    return Server.URL + database;
  }

  /** Of the schema, which is on the class path of the tests. */
  public static List<String> migrations(String... names) {
    return Stream.of(names).map(SharedPostgres::migration).toList();
  }

  private static String migration(String name) {
    try (InputStream script = SharedPostgres.class.getResourceAsStream("/db/migration/" + name)) {
      return new String(
          Objects.requireNonNull(script, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name of a new database in which ADMIN has run these scripts; its files are copied. */
  public static String createDatabase(List<String> scripts) {
    String template = TEMPLATES.computeIfAbsent(scripts, SharedPostgres::template);
    String name = "t" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
    execute(
        "postgres",
        SUPERUSER,
        "CREATE DATABASE %s OWNER %s TEMPLATE %s STRATEGY file_copy"
            .formatted(name, ADMIN, template));
    execute("postgres", SUPERUSER, COPY_SETTINGS.formatted(template, name));
    return name;
  }

  public static void dropDatabase(String name) {
    execute("postgres", SUPERUSER, "DROP DATABASE " + name + " WITH (FORCE)");
  }

  /** Makes a role unless it exists; roles belong to the whole server. */
  public static void createRole(String name, String options) {
    alone(
        () -> {
          if (!exists("pg_roles WHERE rolname = '" + name + "'")) {
            execute("postgres", SUPERUSER, "CREATE ROLE " + name + " " + options);
          }
        });
  }

  /** Copying a database takes a fraction of the time of running its scripts. */
  private static String template(List<String> scripts) {
    String name = "template_" + Integer.toHexString(scripts.hashCode());
    alone(
        () -> {
          if (!exists("pg_database WHERE datistemplate AND datname = '" + name + "'")) {
            makeTemplate(name, scripts);
          }
        });
    return name;
  }

  private static void makeTemplate(String name, List<String> scripts) {
    execute("postgres", SUPERUSER, "DROP DATABASE IF EXISTS " + name);
    execute("postgres", SUPERUSER, "CREATE DATABASE " + name + " OWNER " + ADMIN);
    scripts.forEach(script -> execute(name, ADMIN, script));
    execute(
        "postgres",
        SUPERUSER,
        "ALTER DATABASE " + name + " IS_TEMPLATE true ALLOW_CONNECTIONS false");
  }

  /** No other test of the build does it at the same time. */
  private static void alone(Runnable work) {
    Path lock = Server.BUILD.directory().resolve("postgres").resolve("template.lock");
    ProcessLock.holding(
        lock,
        () -> {
          work.run();
          return true;
        });
  }

  private static boolean exists(String what) {
    try (Connection superuser = connect("postgres", SUPERUSER);
        Statement statement = superuser.createStatement();
        ResultSet found = statement.executeQuery("SELECT FROM " + what)) {
      return found.next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(String database, String user, String sql) {
    try (Connection connection = connect(database, user);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Connection connect(String database, String user) throws SQLException {
    return DriverManager.getConnection(url(database), user, Planted.PASSWORD);
  }
}
