package dev.sluice.cdk;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.secretsmanager.ISecret;

/**
 * Who installs the schema: a role that may create roles, such as the master user.
 *
 * @param url not a proxy's
 * @param secret the role's password; without one it logs in with an IAM token
 */
public record Migrator(
    String url,
    Optional<IConnectable> connectable,
    String user,
    Optional<ISecret> secret,
    Database.Access access) {

  Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    environment.put("SLUICE_DB_URL", url);
    environment.put("SLUICE_DB_USER", user);
    environment.put("SLUICE_DB_AUTH", secret.isPresent() ? "secret" : "iam");
    secret.ifPresent(login -> environment.put("SLUICE_DB_SECRET_ARN", login.getSecretArn()));
    return environment;
  }

  void grantLogin(IGrantable function) {
    secret.ifPresentOrElse(
        login -> login.grantRead(function), () -> access.grantConnect(function, user));
  }
}
