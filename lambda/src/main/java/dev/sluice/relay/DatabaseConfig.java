package dev.sluice.relay;

import java.util.Locale;

/** Where the outbox is and how to log in there. */
public record DatabaseConfig(String url, String user, Auth auth) {

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
    if (!url.isEmpty() && !url.startsWith("jdbc:postgresql://")) {
      settings.fault("SLUICE_DB_URL", "must start with jdbc:postgresql://host");
    }
    if (url.contains("password=")) {
      settings.fault(
          "SLUICE_DB_URL",
          "holds a password; use SLUICE_DB_AUTH=iam, or secret, or SLUICE_DB_PASSWORD");
    }
    String user = settings.required("SLUICE_DB_USER", "the database role, such as outbox_relay");
    return new DatabaseConfig(url, user, auth(settings));
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
