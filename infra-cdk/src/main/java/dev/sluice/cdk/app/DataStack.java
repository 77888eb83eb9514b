package dev.sluice.cdk.app;

import dev.sluice.cdk.AuroraPostgres;
import dev.sluice.cdk.Database;
import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.PooledDatabase;
import dev.sluice.cdk.PostgresInstance;
import dev.sluice.cdk.app.Configuration.DatabaseChoice;
import java.util.List;
import java.util.function.Function;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.rds.ProxyTarget;
import software.constructs.Construct;

/** The database, unless it exists already. */
final class DataStack extends Stack {

  private final Database database;

  DataStack(
      Construct scope,
      String id,
      StackProps props,
      Function<Stack, NetworkPlacement> place,
      DatabaseChoice choice,
      RemovalPolicy removal) {
    super(scope, id, props);
    NetworkPlacement.Network network = place.apply(this).network().orElseThrow();
    database =
        switch (choice) {
          case DatabaseChoice.Instance wanted -> instance(network, wanted, removal);
          case DatabaseChoice.Aurora wanted -> aurora(network, wanted, removal);
          case DatabaseChoice.Existing there -> there.database().in(this);
        };
    allow(
        switch (choice) {
          case DatabaseChoice.Instance wanted -> wanted.clients();
          case DatabaseChoice.Aurora wanted -> wanted.clients();
          case DatabaseChoice.Existing _ -> List.of();
        });
    outputs();
  }

  /** Applications that connect where the relay does. */
  private void allow(List<String> clients) {
    for (String id : clients) {
      ISecurityGroup client = SecurityGroup.fromSecurityGroupId(this, "Client-" + id, id);
      database
          .connectable()
          .ifPresent(
              server -> server.getConnections().allowDefaultPortFrom(client, "An application"));
    }
  }

  private void outputs() {
    output("DatabaseUrl", database.url(), "For applications in the network, by JDBC");
    database
        .connectable()
        .ifPresent(
            server ->
                output(
                    "DatabaseSecurityGroup",
                    server.getConnections().getSecurityGroups().getFirst().getSecurityGroupId(),
                    "It lets in what database.clientSecurityGroupIds names"));
  }

  private void output(String id, String value, String description) {
    CfnOutput.Builder.create(this, id).value(value).description(description).build();
  }

  private Database instance(
      NetworkPlacement.Network network, DatabaseChoice.Instance wanted, RemovalPolicy removal) {
    PostgresInstance made = new PostgresInstance(this, "Database", network, wanted.size(), removal);
    return wanted.proxy()
        ? pooled(network, ProxyTarget.fromInstance(made.instance()), made.database())
        : made.database();
  }

  private Database aurora(
      NetworkPlacement.Network network, DatabaseChoice.Aurora wanted, RemovalPolicy removal) {
    AuroraPostgres made = new AuroraPostgres(this, "Database", network, wanted.capacity(), removal);
    return wanted.proxy()
        ? pooled(network, ProxyTarget.fromCluster(made.cluster()), made.database())
        : made.database();
  }

  private Database pooled(NetworkPlacement.Network network, ProxyTarget target, Database behind) {
    return new PooledDatabase(this, "Pool", network, target, behind).database();
  }

  Database database() {
    return database;
  }
}
