package dev.sluice.cdk;

import software.amazon.awscdk.Names;
import software.amazon.awscdk.UniqueResourceNameOptions;
import software.amazon.awscdk.services.ec2.Connections;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.ec2.Port;
import software.amazon.awscdk.services.iam.IRole;
import software.amazon.awscdk.services.rds.DatabaseProxy;
import software.amazon.awscdk.services.rds.DefaultAuthScheme;
import software.amazon.awscdk.services.rds.ProxyTarget;
import software.constructs.Construct;

/**
 * A database behind RDS Proxy, with IAM from end to end. A few lanes need no pool; it is for
 * databases whose connections are scarce already, and costs by the hour and processor.
 */
public final class PooledDatabase extends Construct {

  private final Database database;

  public PooledDatabase(
      Construct scope,
      String id,
      NetworkPlacement.Network network,
      ProxyTarget target,
      Database behind) {
    super(scope, id);
    DatabaseProxy proxy =
        DatabaseProxy.Builder.create(this, "Proxy")
            .dbProxyName(name())
            .proxyTarget(target)
            .vpc(network.vpc())
            .vpcSubnets(network.subnets())
            .defaultAuthScheme(DefaultAuthScheme.IAM_AUTH)
            .requireTls(true)
            .build();
    // The proxy logs in itself as whoever has logged in to it.
    for (String user : Sluice.USERS) {
      behind.access().grantConnect(proxyRole(proxy), user);
    }
    database = behind.through(proxy.getEndpoint(), connectable(proxy), proxy::grantConnect);
  }

  /** RDS insists on one, and the CDK's own is the same in each stage. */
  private String name() {
    return Names.uniqueResourceName(
        this, UniqueResourceNameOptions.builder().maxLength(60).separator("-").build());
  }

  /** A proxy does not say where it listens. */
  private static IConnectable connectable(DatabaseProxy proxy) {
    return Connections.Builder.create()
        .securityGroups(proxy.getConnections().getSecurityGroups())
        .defaultPort(Port.tcp(5432))
        .build();
  }

  private static IRole proxyRole(DatabaseProxy proxy) {
    return (IRole) proxy.getNode().findChild("IAMRole");
  }

  public Database database() {
    return database;
  }
}
