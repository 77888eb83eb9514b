package dev.sluice.cdk;

import dev.sluice.cdk.Database.Gauge;
import dev.sluice.cdk.Database.Limit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.ec2.Connections;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.ec2.Port;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.secretsmanager.ISecret;
import software.amazon.awscdk.services.secretsmanager.Secret;
import software.constructs.Construct;

/**
 * A database that is there already.
 *
 * @param resourceId {@code db-ABC}, {@code cluster-ABC} or {@code prx-ABC}, to which IAM logins are
 *     granted
 * @param parameters of the JDBC URL, such as {@code sslmode=verify-full&sslrootcert=...}; may be
 *     empty
 * @param identifier by which CloudWatch knows it; empty for no alarms on it
 * @param securityGroupId to which the functions are let in; empty if they are already
 * @param migrationUser who installs the schema
 * @param migrationSecretArn with that role's password; empty if it logs in with IAM
 * @param migrationKeyArn of the customer's key that encrypts this secret
 */
public record ExistingDatabase(
    String host,
    int port,
    String name,
    String parameters,
    String resourceId,
    Optional<String> identifier,
    Optional<String> securityGroupId,
    String migrationUser,
    Optional<String> migrationSecretArn,
    Optional<String> migrationKeyArn) {

  /** Reads nothing from AWS: what is said here is believed. */
  public Database in(Construct scope) {
    String url = Database.url(host, Integer.toString(port), name) + query();
    Optional<IConnectable> connectable = securityGroupId.map(group -> connectable(scope, group));
    Database.Access access = (function, user) -> grantConnect(scope, function, user);
    Optional<ISecret> secret =
        migrationSecretArn.map(arn -> Secret.fromSecretCompleteArn(scope, "MigrationSecret", arn));
    return new Database(
        url,
        url,
        connectable,
        access,
        new Migrator(
            url,
            connectable,
            migrationUser,
            secret,
            migrationKeyArn.map(CustomerKey::new),
            access,
            List.of()),
        gauges());
  }

  private List<Gauge> gauges() {
    return identifier
        .map(
            known ->
                List.of(
                    new Gauge(
                        Limit.CPU, metric("CPUUtilization", known), PostgresInstance.BUSY_PERCENT)))
        .orElseGet(List::of);
  }

  private Metric metric(String metric, String known) {
    String dimension =
        resourceId.startsWith("cluster-") ? "DBClusterIdentifier" : "DBInstanceIdentifier";
    return Metric.Builder.create()
        .namespace("AWS/RDS")
        .metricName(metric)
        .dimensionsMap(Map.of(dimension, known))
        .build();
  }

  private String query() {
    return parameters.isEmpty() ? "" : "?" + parameters;
  }

  private IConnectable connectable(Construct scope, String group) {
    return Connections.Builder.create()
        .securityGroups(List.of(SecurityGroup.fromSecurityGroupId(scope, "DatabaseGroup", group)))
        .defaultPort(Port.tcp(port))
        .build();
  }

  private void grantConnect(Construct scope, IGrantable function, String user) {
    String arn =
        Stack.of(scope)
            .formatArn(
                ArnComponents.builder()
                    .service("rds-db")
                    .resource("dbuser")
                    .resourceName(resourceId + "/" + user)
                    .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                    .build());
    Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(function)
            .actions(List.of("rds-db:connect"))
            .resourceArns(List.of(arn))
            .build());
  }
}
