package dev.sluice.relay.config;

import static dev.sluice.relay.testing.Environments.refusal;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.relay.testing.Environments;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row is what a person gets to read, the whole of it. */
final class ConfigFaultsTest {

  private static final String LOOKS_LIKE =
      "SLUICE_DB_URL must look like jdbc:postgresql://host:5432/app";
  private static final String NO_DURATION =
      " is not a duration; write a number with ms, s, m, h or d, such as 30s";
  private static final String WRITE =
      "; write base..max xfactor ±jitter%, such as 2s..10m x2 ±20%, or a list such as 1s,5s,30s";
  private static final String TIMEOUT_TOO_LONG =
      "SLUICE_PUBLISH_TIMEOUT must be longer than 0 and at most half of SLUICE_LEASE, or a lease may"
          + " run out while an event is being published";

  @ParameterizedTest
  @MethodSource({"names", "databases", "logins", "numbers", "durations", "retries"})
  void oneFaultIsToldInFull(Map<String, String> changes, String fault) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> RelayConfig.parse(Environments.with(changes)))
        .withMessage(refusal(fault));
  }

  private static Arguments row(String rule, String name, String value, String fault) {
    return argumentSet(rule, Map.of(name, value), fault);
  }

  static Stream<Arguments> names() {
    String bounds =
        "'; it must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with a"
            + " letter or digit";
    return Stream.of("my shop", ".shop", "größe", "a".repeat(65))
        .map(name -> row(name, "SLUICE_NAME", name, "SLUICE_NAME is '" + name + bounds));
  }

  private static Arguments url(String rule, String value, String fault) {
    return row(rule, "SLUICE_DB_URL", value, fault);
  }

  static Stream<Arguments> databases() {
    String password = "SLUICE_DB_URL holds a password; use SLUICE_DB_AUTH=iam, or secret, or ";
    return Stream.of(
        url(
            "urlIsMissing",
            "",
            "SLUICE_DB_URL is missing; set it to the JDBC URL, such as jdbc:postgresql://host:5432/app"),
        url(
            "urlIsBlank",
            "  ",
            "SLUICE_DB_URL is missing; set it to the JDBC URL, such as jdbc:postgresql://host:5432/app"),
        url("urlIsOfAnotherDatabase", "jdbc:mysql://db/app", LOOKS_LIKE),
        url("urlIsNoJdbcUrl", "postgres://db/app", LOOKS_LIKE),
        url("urlHasNoHost", "jdbc:postgresql:///app", LOOKS_LIKE),
        url("urlHasNoDatabase", "jdbc:postgresql://db:5432", LOOKS_LIKE),
        url("urlEndsBeforeItsDatabase", "jdbc:postgresql://db:5432/?ssl=true", LOOKS_LIKE),
        url("urlHasTextForAPort", "jdbc:postgresql://db:port/app", LOOKS_LIKE),
        url(
            "urlHoldsAPassword",
            "jdbc:postgresql://db/app?password=hunter2",
            password + "SLUICE_DB_PASSWORD"),
        url(
            "urlHoldsAPasswordBeforeItsHost",
            "jdbc:postgresql://me:hunter2@db/app",
            password + "SLUICE_DB_PASSWORD"),
        url(
            "urlNamesAUser",
            "jdbc:postgresql://db/app?ssl=true&user=me",
            "SLUICE_DB_URL names a user; use SLUICE_DB_USER"),
        url(
            "iamAndSeveralHosts",
            "jdbc:postgresql://one:5432,two:5432/app",
            "SLUICE_DB_URL names several hosts, but an IAM token is good for one; name the cluster's"
                + " endpoint"));
  }

  static Stream<Arguments> logins() {
    return Stream.of(
        row(
            "userIsMissing",
            "SLUICE_DB_USER",
            "",
            "SLUICE_DB_USER is missing; set it to the database role, such as outbox_relay"),
        row(
            "authIsUnknown",
            "SLUICE_DB_AUTH",
            "kerberos",
            "SLUICE_DB_AUTH is 'kerberos'; choose iam, secret or password"),
        row(
            "iamWithoutARegion",
            "AWS_REGION",
            "",
            "AWS_REGION is missing; set it to the database's region, for IAM authentication"),
        row(
            "secretWithoutItsArn",
            "SLUICE_DB_AUTH",
            "secret",
            "SLUICE_DB_SECRET_ARN is missing; set it to the secret's ARN, because SLUICE_DB_AUTH is"
                + " secret"),
        row(
            "passwordWithoutThePassword",
            "SLUICE_DB_AUTH",
            "password",
            "SLUICE_DB_PASSWORD is missing; set it to the password, because SLUICE_DB_AUTH is"
                + " password"),
        row(
            "settingIsMisspelt",
            "SLUICE_BACTH",
            "10",
            "SLUICE_BACTH is unknown; known are " + KnownSettings.names()),
        row(
            "dimensionIsUnknown",
            "SLUICE_METRIC_DIMENSIONS",
            "Stream",
            "SLUICE_METRIC_DIMENSIONS is 'Stream'; choose Outbox, or Outbox,Stream for each stream as well"),
        row(
            "modeIsUnknown",
            "SLUICE_MODE",
            "forever",
            "SLUICE_MODE is 'forever'; choose one of [LOOP, DRAIN]"));
  }

  private static Arguments batch(String rule, String value) {
    String fault = "'; it must be a whole number from 1 to 10000";
    return row(rule, "SLUICE_BATCH", value, "SLUICE_BATCH is '" + value + fault);
  }

  private static Arguments attempts(String rule, String value) {
    String fault = "'; it must be a whole number from 1 to 1000";
    return row(rule, "SLUICE_MAX_ATTEMPTS", value, "SLUICE_MAX_ATTEMPTS is '" + value + fault);
  }

  static Stream<Arguments> numbers() {
    return Stream.of(
        batch("batchIsZero", "0"),
        batch("batchIsNegative", "-1"),
        batch("batchIsText", "abc"),
        batch("batchIsBroken", "10.5"),
        batch("batchIsTooLarge", "10001"),
        batch("batchIsBeyondAllNumbers", "99999999999"),
        attempts("noAttemptAtAll", "0"),
        attempts("attemptsAreNegative", "-5"),
        attempts("attemptsAreTooMany", "1001"),
        attempts("attemptsAreText", "many"));
  }

  private static Arguments duration(String rule, String name, String value, String problem) {
    return row(rule, "SLUICE_" + name, value, "SLUICE_" + name + problem);
  }

  static Stream<Arguments> durations() {
    return Stream.of(
        duration("leaseIsText", "LEASE", "long", ": 'long'" + NO_DURATION),
        duration("leaseHasNoUnit", "LEASE", "30", ": '30'" + NO_DURATION),
        duration("leaseIsNegative", "LEASE", "-30s", ": '-30s'" + NO_DURATION),
        duration("timeoutIsText", "PUBLISH_TIMEOUT", "5 s", ": '5 s'" + NO_DURATION),
        duration("graceHasAnUnknownUnit", "ORPHAN_GRACE", "1w", ": '1w'" + NO_DURATION),
        duration("graceIsTooLong", "ORPHAN_GRACE", "2d", " is '2d'; it must be at most 1d"),
        duration("retentionIsText", "RETENTION", "forever", ": 'forever'" + NO_DURATION),
        duration(
            "retentionIsTooLong", "RETENTION", "9999d", " is '9999d'; it must be at most 3650d"),
        row("timeoutIsZero", "SLUICE_PUBLISH_TIMEOUT", "0", TIMEOUT_TOO_LONG),
        row("timeoutIsOverHalfTheLease", "SLUICE_PUBLISH_TIMEOUT", "15001ms", TIMEOUT_TOO_LONG),
        row("leaseIsUnderTwiceTheTimeout", "SLUICE_LEASE", "19s", TIMEOUT_TOO_LONG),
        row(
            "leaseIsOver4Minutes",
            "SLUICE_LEASE",
            "241s",
            "SLUICE_LEASE must be at most 4m, so that a FIFO destination's 5 minutes of deduplication"
                + " cover the replay after a crash"));
  }

  private static Arguments retry(String rule, String value, String problem) {
    String fault = "SLUICE_RETRY: '" + value + "' is not a retry policy (" + problem + ")" + WRITE;
    return row(rule, "SLUICE_RETRY", value, fault);
  }

  static Stream<Arguments> retries() {
    return Stream.of(
        retry("policyIsText", "often", "'often'" + NO_DURATION),
        retry("maximumIsBelowTheBase", "10m..2s", "the maximum is below the base"),
        retry("factorIsBelowOne", "2s..10m x0.5", "the factor is below 1"),
        retry("factorIsNoNumber", "2s..10m x1.2.3", "'1.2.3' is not a number"),
        retry("jitterIsAboveAHundred", "2s..10m x2 ±101%", "the jitter is above 100%"),
        retry("jitterHasNoPercent", "2s..10m ±20", "'2s..10m ±20'" + NO_DURATION),
        retry("factorComesLast", "2s..10m ±20% x2", "'2s..10m ±20% x2'" + NO_DURATION),
        retry("listHasAnEmptyEntry", "1s,,5s", "''" + NO_DURATION),
        retry("listEndsInAComma", "1s,5s,", "''" + NO_DURATION),
        retry("listHoldsAZero", "1s,0,5s", "a delay must be longer than 0"),
        retry("baseIsZero", "0..10m", "a delay must be longer than 0"),
        retry("baseHasNoUnit", "2..10m", "'2'" + NO_DURATION),
        retry("maximumIsTooLong", "2s..366d", "a delay must be at most 365d"));
  }
}
