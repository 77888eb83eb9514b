package dev.sluice.relay.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.relay.config.RetryPolicy.Exponential;
import dev.sluice.relay.config.RetryPolicy.Listed;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.testing.Environments;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RelayConfigTest {

  private static final String SECRET = "hunter2-and-more";

  private static RelayConfig parse(Map<String, String> changes) {
    return RelayConfig.parse(Environments.with(changes));
  }

  private static void assertRoute(Route actual, Route expected) {
    assertThat(actual)
        .usingRecursiveComparison()
        .withEqualsForType((a, b) -> a.pattern().equals(b.pattern()), java.util.regex.Pattern.class)
        .isEqualTo(expected);
  }

  @Test
  void defaultsAreThoseOfTheTable() {
    RelayConfig config = RelayConfig.parse(Environments.valid());
    assertThat(config.database())
        .isEqualTo(
            new DatabaseConfig(
                "jdbc:postgresql://db.internal:5432/app",
                "outbox_relay",
                new DatabaseConfig.Auth.Iam("eu-central-1")));
    assertThat(config.mode()).isEqualTo(Mode.LOOP);
    assertThat(config.batch()).isEqualTo(1000);
    assertThat(config.retention()).isEqualTo(Duration.ofDays(7));
    assertThat(config.lease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.publishTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.orphanGrace()).isEqualTo(Duration.ofMinutes(2));
    assertThat(config.metricsByStream()).isFalse();
    assertThat(config.name()).isEqualTo("sluice");
    assertThat(config.environment()).isEqualTo(Environments.valid());
    assertThat(config.routes()).hasSize(1);
    assertRoute(
        config.routes().getFirst(),
        new Route(
            "orders",
            new Destination("fake", "orders", Format.RAW, true),
            OnDead.CONTINUE,
            new Exponential(Duration.ofSeconds(2), Duration.ofMinutes(10), 2, 0.2),
            5));
  }

  private static Map<String, String> everySetting() {
    Map<String, String> environment = new HashMap<>();
    environment.put("SLUICE_DB_URL", "jdbc:postgresql://[::1]:6543/shop?sslmode=require");
    environment.put("SLUICE_DB_USER", "relay_2");
    environment.put("SLUICE_DB_AUTH", "secret");
    environment.put("SLUICE_DB_SECRET_ARN", "arn:aws:secretsmanager:eu-west-1:1:secret:db");
    environment.put("SLUICE_DB_PASSWORD", "only used with SLUICE_DB_AUTH=password");
    environment.put(
        "SLUICE_ROUTES",
        """
        [{"stream": "audit.*", "destination": "fake:audit", "format": "envelope", "order": "none",
          "onDead": "continue", "retry": "1s,5s", "maxAttempts": 9},
         {"stream": "*", "destination": "fake:rest:of it", "onDead": "BLOCK"}]
        """);
    environment.put("SLUICE_NAME", "shop.eu-1");
    environment.put("SLUICE_MODE", "drain");
    environment.put("SLUICE_BATCH", "250");
    environment.put("SLUICE_RETRY", "100ms..2h x1.5 ±5%");
    environment.put("SLUICE_MAX_ATTEMPTS", "7");
    environment.put("SLUICE_RETENTION", "0");
    environment.put("SLUICE_DLQ_URL", "https://sqs.eu-west-1.amazonaws.com/1/dead");
    environment.put("SLUICE_LEASE", "20s");
    environment.put("SLUICE_PUBLISH_TIMEOUT", "4500ms");
    environment.put("SLUICE_ORPHAN_GRACE", "3m");
    environment.put("SLUICE_METRIC_DIMENSIONS", "Outbox,Stream");
    return environment;
  }

  @Test
  void everySettingIsMapped() {
    Map<String, String> environment = everySetting();
    assertThat(environment.keySet()).as("this test").containsAll(RelayConfig.KNOWN);
    RelayConfig config = RelayConfig.parse(environment);
    assertThat(config.database())
        .isEqualTo(
            new DatabaseConfig(
                "jdbc:postgresql://[::1]:6543/shop?sslmode=require",
                "relay_2",
                new DatabaseConfig.Auth.Secret("arn:aws:secretsmanager:eu-west-1:1:secret:db")));
    assertThat(config.name()).isEqualTo("shop.eu-1");
    assertThat(config.mode()).isEqualTo(Mode.DRAIN);
    assertThat(config.batch()).isEqualTo(250);
    assertThat(config.retention()).isZero();
    assertThat(config.lease()).isEqualTo(Duration.ofSeconds(20));
    assertThat(config.publishTimeout()).isEqualTo(Duration.ofMillis(4500));
    assertThat(config.orphanGrace()).isEqualTo(Duration.ofMinutes(3));
    assertThat(config.metricsByStream()).isTrue();
    assertThat(config.environment()).isEqualTo(environment);
    assertThat(config.routes()).hasSize(2);
    assertRoute(
        config.routes().getFirst(),
        new Route(
            "audit.*",
            new Destination("fake", "audit", Format.ENVELOPE, false),
            OnDead.CONTINUE,
            new Listed(List.of(Duration.ofSeconds(1), Duration.ofSeconds(5))),
            9));
    assertRoute(
        config.routes().getLast(),
        new Route(
            "*",
            new Destination("fake", "rest:of it", Format.RAW, true),
            OnDead.BLOCK,
            new Exponential(Duration.ofMillis(100), Duration.ofHours(2), 1.5, 0.05),
            7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db/app",
        "jdbc:postgresql://10.0.0.7:5432/app",
        "jdbc:postgresql://my_db:5432/my-app?sslmode=verify-full&sslrootcert=/opt/ca.pem",
        "jdbc:postgresql://[2001:db8::1]:5432/app"
      })
  void urlOfAnyPostgresqlIsTaken(String url) {
    assertThat(parse(Map.of("SLUICE_DB_URL", url)).database().url()).isEqualTo(url);
  }

  @Test
  void severalHostsAreFineWithAPassword() {
    String url = "jdbc:postgresql://one:5432,two:5432/app";
    Map<String, String> changes =
        Map.of("SLUICE_DB_URL", url, "SLUICE_DB_AUTH", "password", "SLUICE_DB_PASSWORD", SECRET);
    assertThat(parse(changes).database().url()).isEqualTo(url);
  }

  static Stream<Arguments> durations() {
    return Stream.of(
        arguments("250ms", Duration.ofMillis(250)),
        arguments("30s", Duration.ofSeconds(30)),
        arguments(" 10m ", Duration.ofMinutes(10)),
        arguments("2h", Duration.ofHours(2)),
        arguments("7d", Duration.ofDays(7)),
        arguments("0", Duration.ZERO),
        arguments("0s", Duration.ZERO));
  }

  @ParameterizedTest
  @MethodSource("durations")
  void durationIsANumberWithAUnit(String text, Duration expected) {
    assertThat(parse(Map.of("SLUICE_RETENTION", text)).retention()).isEqualTo(expected);
  }

  @Test
  void timeoutOfHalfTheLeaseAndLeaseOf4MinutesAreAllowed() {
    RelayConfig config = parse(Map.of("SLUICE_LEASE", "4m", "SLUICE_PUBLISH_TIMEOUT", "2m"));
    assertThat(config.publishTimeout()).isEqualTo(config.lease().dividedBy(2));
  }

  @Test
  void variablesThatAreNotOursAreNobodysFault() {
    assertThat(parse(Map.of("PATH", "/bin", "KAFKA_LINGER_MS", "5")).environment())
        .containsEntry("KAFKA_LINGER_MS", "5");
  }

  @Test
  void secretIsInNoMessage() {
    Map<String, String> environment =
        Map.of(
            "SLUICE_DB_URL", "jdbc:postgresql://me:" + SECRET + "@db/app?password=" + SECRET,
            "SLUICE_DB_AUTH", "password",
            "SLUICE_DB_PASSWORD", SECRET,
            "SLUICE_TYPO", SECRET,
            "AWS_SECRET_ACCESS_KEY", SECRET,
            "KAFKA_SASL_JAAS_CONFIG", SECRET,
            "SLUICE_ROUTES", "[{\"stream\":\"a\",\"destination\":\"none:a\"}]");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> RelayConfig.parse(environment))
        .withMessageContaining("4 settings need correction")
        .withMessageNotContaining(SECRET);
  }

  @Test
  void secretIsInNoToString() {
    RelayConfig config =
        parse(
            Map.of(
                "SLUICE_DB_AUTH", "password",
                "SLUICE_DB_PASSWORD", SECRET,
                "AWS_SECRET_ACCESS_KEY", SECRET));
    assertThat(config.toString()).contains("db.internal", "Password[***]").doesNotContain(SECRET);
    assertThat(config.database().toString()).doesNotContain(SECRET);
    assertThat(config.database().auth().toString()).doesNotContain(SECRET);
    assertThat(config.database().auth()).isEqualTo(new DatabaseConfig.Auth.Password(SECRET));
  }
}
