package dev.sluice.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.config.DatabaseConfig;
import dev.sluice.relay.config.DatabaseConfig.Auth;
import dev.sluice.relay.log.ConnectionSource;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.rds.RdsUtilities;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;

/** Opens connections to the outbox's database. */
final class Connections {

  /** The driver's code when TLS is required and the server has none. */
  private static final String NO_TLS = "08004";

  /** Without a cause it means that the certificate names another host. */
  private static final String CONNECTION_FAILED = "08006";

  /**
   * For the whole login. Aurora Serverless takes the connection and answers when it has resumed: in
   * 15 s, or in 30 s and more when it has slept for over a day.
   */
  static final Duration LOGIN = Duration.ofSeconds(45);

  /**
   * Shorter than a lease: a statement whose answer is lost fails while the lane can still renew.
   */
  private static final Duration STATEMENT = Duration.ofSeconds(20);

  private Connections() {}

  static ConnectionSource source(DatabaseConfig database) {
    return source(database, STATEMENT);
  }

  /** Whose statements take as long as they need: the function's own time-out ends them. */
  static ConnectionSource unlimited(DatabaseConfig database) {
    return source(database, Duration.ZERO);
  }

  private static ConnectionSource source(DatabaseConfig database, Duration statement) {
    Supplier<String> password = password(database);
    Driver driver = new Driver();
    return () -> {
      Properties properties = properties(database);
      properties.setProperty("password", password.get());
      Connection connection = open(driver, database.url(), properties);
      connection.setNetworkTimeout(Runnable::run, (int) statement.toMillis());
      return connection;
    };
  }

  static Connection open(Driver driver, String url, Properties properties) throws SQLException {
    try {
      Connection connection = driver.connect(url, properties);
      if (connection == null) {
        throw fault("SLUICE_DB_URL is not a PostgreSQL URL", null);
      }
      return connection;
    } catch (SQLException e) {
      if (NO_TLS.equals(e.getSQLState())) {
        throw fault("SLUICE_DB_URL: the database speaks no TLS; turn ssl on there", e);
      }
      if (distrusted(e)) {
        throw fault(
            "SLUICE_DB_URL: the database's certificate is not trusted; if it is not RDS, name the"
                + " certificate's authority with sslrootcert=<file> ("
                + e.getMessage()
                + ")",
            e);
      }
      throw e;
    }
  }

  /** Waiting does not help, so neither fault may look like a database that is out of reach. */
  private static ConfigurationException fault(String fault, @Nullable Throwable cause) {
    return new ConfigurationException(List.of(fault), cause);
  }

  private static boolean distrusted(SQLException e) {
    boolean otherName = CONNECTION_FAILED.equals(e.getSQLState()) && e.getCause() == null;
    return otherName
        || Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
            .anyMatch(cause -> cause instanceof GeneralSecurityException);
  }

  /** On AWS the server is verified unless the URL says otherwise; a local password needs no TLS. */
  static Properties properties(DatabaseConfig database) {
    Properties properties = new Properties();
    properties.setProperty("user", database.user());
    properties.setProperty("ApplicationName", "sluice");
    // A named prepared statement would pin RDS Proxy's connection, and a plan made for an empty
    // table.
    properties.setProperty("prepareThreshold", "0");
    properties.setProperty("assumeMinServerVersion", "14");
    properties.setProperty("connectTimeout", "5");
    String login = Long.toString(LOGIN.toSeconds());
    properties.setProperty("loginTimeout", login);
    properties.setProperty("socketTimeout", login);
    properties.setProperty("sslResponseTimeout", Long.toString(LOGIN.toMillis()));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("logServerErrorDetail", "false"); // it may quote a row, and so a payload
    if (!(database.auth() instanceof Auth.Password) && !database.url().contains("sslmode=")) {
      properties.setProperty("sslmode", "verify-full");
      if (!database.url().contains("sslrootcert=")) {
        properties.setProperty("sslfactory", RdsTrust.class.getName());
      }
    }
    return properties;
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
    Properties address = Objects.requireNonNull(Driver.parseURL(database.url(), null));
    return RdsUtilities.builder()
        .region(Region.of(region))
        .credentialsProvider(DefaultCredentialsProvider.builder().build())
        .build()
        .generateAuthenticationToken(
            request ->
                request
                    .hostname(address.getProperty("PGHOST"))
                    .port(Integer.parseInt(address.getProperty("PGPORT")))
                    .username(database.user()));
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
      // the exception below does not show the secret
    }
    throw new IllegalStateException(
        "the secret in SLUICE_DB_SECRET_ARN is a JSON object without the text field 'password'");
  }
}
