package dev.sluice.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.constructs.IDependable;

/**
 * Who installs the schema: a role that may create roles, such as the master user.
 *
 * @param url not a proxy's
 * @param secret the role's password; without one it logs in with an IAM token
 * @param secretKey a customer's own, which encrypts the secret
 * @param server is up before anything logs in: a cluster's address is there before its writer
 */
public record Migrator(
    String url,
    Optional<IConnectable> connectable,
    String user,
    Optional<ISecret> secret,
    Optional<CustomerKey> secretKey,
    Database.Access access,
    List<IDependable> server) {

  public Migrator {
    server = List.copyOf(server);
  }

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
    secretKey.ifPresent(key -> key.grantRead(function));
  }
}
