package dev.sluice.emulators;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;

/** The PostgreSQL of a build, in a process of its own. */
final class PostgresHost {

  private PostgresHost() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setDataDirectory(directory.resolve("data"))
            // An odd time zone, so that nothing relies on the usual one.
            .setServerConfig("timezone", "Asia/Kathmandu")
            .setServerConfig("max_connections", "300")
            .setServerConfig("max_prepared_transactions", "20")
            .setServerConfig("fsync", "off")
            .setServerConfig("full_page_writes", "off")
            .start();
    try (Connection superuser = server.getPostgresDatabase().getConnection();
        Statement statement = superuser.createStatement()) {
      // As on RDS: an administrator who is no superuser.
      statement.execute(
          "CREATE ROLE " + SharedPostgres.ADMIN + " LOGIN CREATEROLE CREATEDB NOSUPERUSER");
    }
    BuildService.announce(directory, "jdbc:postgresql://localhost:" + server.getPort() + "/");
    Thread.currentThread().join();
  }
}
