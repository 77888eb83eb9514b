package dev.sluice.relay.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A PostgreSQL that speaks TLS for {@code localhost} and asks everybody for a password, or whom it
 * is told to.
 */
public final class SecureDatabase implements AutoCloseable {

  private static final String LOGINS =
      """
      host all postgres all trust
      host all all      all scram-sha-256
      """;

  private final EmbeddedPostgres server;
  private final Path certificate;

  public SecureDatabase(Path directory) {
    this(directory, LOGINS);
    execute("CREATE ROLE app LOGIN PASSWORD 'right'");
  }

  /**
   * @param rules as in pg_hba.conf; {@code postgres} must be let in without a password
   */
  public SecureDatabase(Path directory, String rules) {
    SelfSigned authority = SelfSigned.of("localhost");
    certificate = directory.resolve("server.crt");
    Path key = directory.resolve("server.key");
    Path logins = directory.resolve("pg_hba.conf");
    try {
      Files.writeString(certificate, authority.certificate());
      Files.writeString(key, authority.key());
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
      Files.writeString(logins, rules);
      server =
          EmbeddedPostgres.builder()
              .setServerConfig("ssl", "on")
              .setServerConfig("ssl_cert_file", certificate.toString())
              .setServerConfig("ssl_key_file", key.toString())
              .setServerConfig("hba_file", logins.toString())
              .setServerConfig("fsync", "off")
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the superuser. */
  public void execute(String sql) {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The certificate is its own authority. */
  public Path certificate() {
    return certificate;
  }

  public int port() {
    return server.getPort();
  }

  public String url(String host) {
    return "jdbc:postgresql://" + host + ":" + server.getPort() + "/postgres";
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
