package dev.sluice.relay.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.DatabaseConfig;
import dev.sluice.relay.DatabaseConfig.Auth;
import dev.sluice.relay.postgres.ConnectionSource;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.postgresql.Driver;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.rds.RdsUtilities;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;

/** Opens connections to the outbox's database. */
final class Connections {

  private static final int POSTGRES_PORT = 5432;

  private Connections() {}

  static ConnectionSource source(DatabaseConfig database) {
    Supplier<String> password = password(database);
    Driver driver = new Driver();
    return () -> {
      Properties properties = properties(database);
      properties.setProperty("password", password.get());
      Connection connection = driver.connect(database.url(), properties);
      if (connection == null) {
        throw new SQLException("not a PostgreSQL URL: " + database.url(), "08001");
      }
      return connection;
    };
  }

  static Properties properties(DatabaseConfig database) {
    Properties properties = new Properties();
    properties.setProperty("user", database.user());
    properties.setProperty("ApplicationName", "sluice");
    // A named prepared statement would pin RDS Proxy's connection, and a plan made for an empty
    // table.
    properties.setProperty("prepareThreshold", "0");
    properties.setProperty("assumeMinServerVersion", "14");
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("loginTimeout", "10");
    properties.setProperty("socketTimeout", "20");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("logServerErrorDetail", "false"); // it may quote a row, and so a payload
    if (verifiesAgainstBundle(database)) {
      properties.setProperty("sslmode", "verify-full");
      properties.setProperty("sslfactory", RdsTrust.class.getName());
    }
    return properties;
  }

  /** On AWS always, unless the URL names another certificate; a local password needs no TLS. */
  private static boolean verifiesAgainstBundle(DatabaseConfig database) {
    boolean own = database.url().contains("sslmode=") || database.url().contains("sslrootcert=");
    return !own && !(database.auth() instanceof Auth.Password);
  }

  private static Supplier<String> password(DatabaseConfig database) {
    return switch (database.auth()) {
      case Auth.Password(String password) -> () -> password;
      case Auth.Secret(String arn) -> () -> secret(arn);
      case Auth.Iam(String region) -> () -> token(database, region);
    };
  }

  /** Signed here, without a call; good for 15 minutes, needed only to log in. */
  private static String token(DatabaseConfig database, String region) {
    URI address = URI.create(database.url().substring("jdbc:".length()));
    int port = address.getPort() < 0 ? POSTGRES_PORT : address.getPort();
    return RdsUtilities.builder()
        .region(Region.of(region))
        .credentialsProvider(DefaultCredentialsProvider.builder().build())
        .build()
        .generateAuthenticationToken(
            request -> request.hostname(address.getHost()).port(port).username(database.user()));
  }

  /** Asked anew for every connection, so that a rotated secret is picked up. */
  private static String secret(String arn) {
    try (SecretsManagerClient secrets =
        SecretsManagerClient.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build()) {
      String text = secrets.getSecretValue(request -> request.secretId(arn)).secretString();
      return passwordIn(text);
    }
  }

  /** RDS writes {@code {"username": ..., "password": ...}}; a bare password will do. */
  static String passwordIn(String secret) {
    if (!secret.stripLeading().startsWith("{")) {
      return secret;
    }
    try {
      Map<String, Object> fields = JSON.std.mapFrom(secret);
      if (fields.get("password") instanceof String password) {
        return password;
      }
    } catch (IOException e) {
      // told below, without the secret
    }
    throw new IllegalStateException(
        "the secret in SLUICE_DB_SECRET_ARN is a JSON object without the text field 'password'");
  }
}
