package dev.sluice.cdk.deployed;

import dev.sluice.emulators.Planted;
import dev.sluice.relay.testing.SecureDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A PostgreSQL such as RDS has it: TLS only, a master user that is no superuser, and no password
 * for roles with {@code rds_iam}. Unlike RDS it does not look at their token.
 */
final class ShopDatabase implements AutoCloseable {

  static final String NAME = "shop";
  static final String MASTER = "shop_master";
  static final String MASTER_PASSWORD = Planted.PASSWORD;

  private static final String APPLICATION = "shop_application";
  private static final String APPLICATION_PASSWORD = "shop";
  private static final String RULES =
      """
      host    all postgres    all trust
      hostssl all shop_master all scram-sha-256
      hostssl all +rds_iam    all trust
      hostssl all all         all scram-sha-256
      """;

  private final SecureDatabase server;

  ShopDatabase(Path directory) {
    server = new SecureDatabase(directory, RULES);
    server.execute("CREATE ROLE rds_iam");
    server.execute(
        "CREATE ROLE %s LOGIN CREATEROLE CREATEDB PASSWORD '%s'"
            .formatted(MASTER, MASTER_PASSWORD));
    server.execute("GRANT rds_iam TO " + MASTER + " WITH ADMIN TRUE, INHERIT FALSE, SET FALSE");
    server.execute("CREATE DATABASE %s OWNER %s".formatted(NAME, MASTER));
    server.execute(
        "CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(APPLICATION, APPLICATION_PASSWORD));
  }

  int port() {
    return server.port();
  }

  /** Of the JDBC URL: who vouches for the server. */
  String parameters() {
    return "sslrootcert=" + server.certificate();
  }

  Connection master() throws SQLException {
    return connect(MASTER, MASTER_PASSWORD);
  }

  /** May append, once the master has let it. */
  Connection application() throws SQLException {
    return connect(APPLICATION, APPLICATION_PASSWORD);
  }

  void letApplicationAppend() throws SQLException {
    try (Connection connection = master();
        var statement = connection.createStatement()) {
      statement.execute("GRANT outbox_writer TO " + APPLICATION);
    }
  }

  private Connection connect(String user, String password) throws SQLException {
    String url = "jdbc:postgresql://localhost:%d/%s?sslmode=verify-full&%s";
    return DriverManager.getConnection(url.formatted(port(), NAME, parameters()), user, password);
  }

  @Override
  public void close() {
    server.close();
  }
}
