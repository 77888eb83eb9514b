package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.config.DatabaseConfig;
import dev.sluice.relay.config.DatabaseConfig.Auth;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.log.ConnectionSource;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.testing.Environments;
import dev.sluice.relay.testing.SecureDatabase;
import dev.sluice.relay.testing.SelfSigned;
import dev.sluice.relay.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.Driver;

/** On AWS the server must prove who it is, however the password is had. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ConnectionsIT {

  private static final Auth ON_AWS = new Auth.Secret("arn:aws:secretsmanager:eu-west-1:1:secret:s");
  private static final String DISTRUSTED =
      "SLUICE_DB_URL: the database's certificate is not trusted; if it is not RDS, name the"
          + " certificate's authority with sslrootcert=<file> (";

  private SecureDatabase server;
  private Path directory;

  @BeforeAll
  void start(@TempDir Path temporary) {
    directory = temporary;
    server = new SecureDatabase(temporary);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /** As a function does, but for the call to Secrets Manager. */
  private static Connection open(String url) throws SQLException {
    Properties properties = Connections.properties(new DatabaseConfig(url, "app", ON_AWS));
    properties.setProperty("password", "right");
    return Connections.open(new Driver(), url, properties);
  }

  private static void assertRefused(String url, String fault) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> open(url))
        .withMessage(Environments.refusal(fault));
  }

  private String own(String host, Path authority) {
    return server.url(host) + "?sslrootcert=" + authority;
  }

  @Test
  void certificateOfNoKnownAuthorityIsRefused() {
    assertRefused(
        server.url("localhost"),
        DISTRUSTED
            + "SSL error: (certificate_unknown) PKIX path building failed:"
            + " sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid"
            + " certification path to requested target)");
  }

  @Test
  void certificateOfTheUrlsOwnAuthorityIsAccepted() throws SQLException {
    try (Connection connection = open(own("localhost", server.certificate()));
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getBoolean(1)).isTrue();
    }
  }

  /** The control: naming an authority does not mean to trust whoever comes. */
  @Test
  void certificateOfAnotherAuthorityIsRefused() throws IOException {
    Path other = directory.resolve("other.crt");
    Files.writeString(other, SelfSigned.of("localhost").certificate());
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> open(own("localhost", other)))
        .withMessageStartingWith(Environments.refusal(DISTRUSTED + "SSL error: "));
  }

  @Test
  void certificateOfAnotherHostIsRefused() {
    assertRefused(
        own("127.0.0.1", server.certificate()),
        DISTRUSTED
            + "The hostname 127.0.0.1 could not be verified by hostnameverifier"
            + " PgjdbcHostnameVerifier.)");
  }

  @Test
  void serverWithoutTlsIsRefused() {
    try (TestDatabase plain = new TestDatabase()) {
      assertRefused(plain.url(), "SLUICE_DB_URL: the database speaks no TLS; turn ssl on there");
    }
  }

  @Test
  void localPasswordNeedsNoTls() throws SQLException {
    try (TestDatabase plain = new TestDatabase();
        Connection connection =
            Connections.source(
                    new DatabaseConfig(plain.url(), "outbox_relay", new Auth.Password("any")))
                .open()) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  private static Duration statementLimit(Function<DatabaseConfig, ConnectionSource> source)
      throws SQLException {
    try (TestDatabase plain = new TestDatabase();
        Connection connection =
            source
                .apply(new DatabaseConfig(plain.url(), "outbox_relay", new Auth.Password("any")))
                .open()) {
      return Duration.ofMillis(connection.getNetworkTimeout());
    }
  }

  /** Its login may take longer: the database may have to resume first. */
  @Test
  void statementIsGivenUpBeforeALeaseRunsOut() throws SQLException {
    assertThat(statementLimit(Connections::source))
        .isLessThan(RelayConfig.parse(Environments.valid()).lease())
        .isLessThan(Connections.LOGIN)
        .isPositive();
  }

  @Test
  void statementOfAMigrationTakesAsLongAsItNeeds() throws SQLException {
    assertThat(statementLimit(Connections::unlimited)).isZero();
  }

  @Test
  void wrongPasswordNamesTheSettingsOfTheLogin() {
    DatabaseConfig config =
        new DatabaseConfig(server.url("localhost"), "app", new Auth.Password("hunter2"));
    try (PostgresLog log = new PostgresLog(Connections.source(config))) {
      Duration ttl = Duration.ofSeconds(6);
      LeaseRequest request =
          new LeaseRequest("me", null, ShardSet.NONE, ShardSet.ALL, Duration.ZERO, ttl);
      assertThatIllegalStateException()
          .isThrownBy(() -> log.lease(request))
          .withMessage(
              "the database refused the login; check SLUICE_DB_USER, SLUICE_DB_AUTH and, with iam,"
                  + " GRANT rds_iam and the function's rds-db:connect permission (28P01: FATAL:"
                  + " password authentication failed for user \"app\")");
    }
  }
}
