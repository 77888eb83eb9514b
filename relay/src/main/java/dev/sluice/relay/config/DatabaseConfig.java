package dev.sluice.relay.config;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Where the outbox is and how to log in there. */
public record DatabaseConfig(String url, String user, Auth auth) {

  private static final String HOST = "(\\[[0-9a-fA-F:.]+]|[^\\[\\]:/?@,\\s]+)(:[0-9]{1,5})?";
  private static final String HOSTS = HOST + "(," + HOST + ")*";
  private static final Pattern URL =
      Pattern.compile("jdbc:postgresql://" + HOSTS + "/[^/?\\s]+(\\?.*)?");
  private static final Pattern SEVERAL_HOSTS = Pattern.compile("jdbc:postgresql://[^/?]*,");
  private static final Pattern HOLDS_PASSWORD = Pattern.compile("password=|//[^/?]*:[^/?]*@");
  private static final Pattern NAMES_USER = Pattern.compile("[?&]user=|//[^/?]*@");

  /** How the password for a new connection is had. */
  public sealed interface Auth {

    /** A token that is signed locally and lives for 15 minutes. */
    record Iam(String region) implements Auth {}

    record Secret(String arn) implements Auth {}

    /** For local use. */
    record Password(String password) implements Auth {
      @Override
      public String toString() {
        return "Password[***]";
      }
    }
  }

  public static DatabaseConfig read(Settings settings) {
    String url =
        settings.required("SLUICE_DB_URL", "the JDBC URL, such as jdbc:postgresql://host:5432/app");
    urlFaults(url).forEach(problem -> settings.fault("SLUICE_DB_URL", problem));
    String user = settings.required("SLUICE_DB_USER", "the database role, such as outbox_relay");
    Auth auth = auth(settings);
    if (auth instanceof Auth.Iam && SEVERAL_HOSTS.matcher(url).lookingAt()) {
      settings.fault(
          "SLUICE_DB_URL",
          "names several hosts, but an IAM token is good for one; name the cluster's endpoint");
    }
    return new DatabaseConfig(url, user, auth);
  }

  /** None of them quotes the URL: it may hold a secret. */
  private static List<String> urlFaults(String url) {
    if (url.isEmpty()) {
      return List.of();
    }
    if (HOLDS_PASSWORD.matcher(url).find()) {
      return List.of("holds a password; use SLUICE_DB_AUTH=iam, or secret, or SLUICE_DB_PASSWORD");
    }
    if (NAMES_USER.matcher(url).find()) {
      return List.of("names a user; use SLUICE_DB_USER");
    }
    return URL.matcher(url).matches()
        ? List.of()
        : List.of("must look like jdbc:postgresql://host:5432/app");
  }

  private static Auth auth(Settings settings) {
    String kind = settings.parsed("SLUICE_DB_AUTH", "iam", text -> text.toLowerCase(Locale.ROOT));
    return switch (kind) {
      case "iam" ->
          new Auth.Iam(
              settings.required("AWS_REGION", "the database's region, for IAM authentication"));
      case "secret" ->
          new Auth.Secret(
              settings.required(
                  "SLUICE_DB_SECRET_ARN", "the secret's ARN, because SLUICE_DB_AUTH is secret"));
      case "password" ->
          new Auth.Password(
              settings.required(
                  "SLUICE_DB_PASSWORD", "the password, because SLUICE_DB_AUTH is password"));
      default -> {
        settings.fault("SLUICE_DB_AUTH", "is '" + kind + "'; choose iam, secret or password");
        yield new Auth.Password("");
      }
    };
  }
}
