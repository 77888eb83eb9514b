package dev.sluice.cdk;

import dev.sluice.cdk.Database.Gauge;
import dev.sluice.cdk.Database.Limit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.SecretValue;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.rds.AuroraPostgresClusterEngineProps;
import software.amazon.awscdk.services.rds.AuroraPostgresEngineVersion;
import software.amazon.awscdk.services.rds.BackupProps;
import software.amazon.awscdk.services.rds.CfnDBCluster;
import software.amazon.awscdk.services.rds.ClusterInstance;
import software.amazon.awscdk.services.rds.Credentials;
import software.amazon.awscdk.services.rds.DatabaseCluster;
import software.amazon.awscdk.services.rds.DatabaseClusterEngine;
import software.amazon.awscdk.services.rds.IClusterEngine;
import software.amazon.awscdk.services.rds.IClusterInstance;
import software.amazon.awscdk.services.rds.ParameterGroup;
import software.amazon.awscdk.services.rds.ServerlessV2ClusterInstanceProps;
import software.constructs.Construct;

/** Aurora PostgreSQL serverless v2, which sleeps at zero when nobody has connected for a while. */
public final class AuroraPostgres extends Construct {

  /** At zero units Aurora allows 2,000, whatever the most is. */
  private static final double MANY_CONNECTIONS = 1500;

  private final DatabaseCluster cluster;
  private final Database database;

  /**
   * @param leastUnits of capacity; 0 lets it sleep, if nothing connects for five minutes
   * @param mostUnits what it may cost under load
   * @param readers further instances, each in another zone, that take over when the writer fails
   */
  public record Capacity(double leastUnits, double mostUnits, int readers) {}

  public AuroraPostgres(
      Construct scope,
      String id,
      NetworkPlacement.Network network,
      Capacity capacity,
      RemovalPolicy removal) {
    super(scope, id);
    IClusterEngine engine =
        DatabaseClusterEngine.auroraPostgres(
            AuroraPostgresClusterEngineProps.builder()
                .version(AuroraPostgresEngineVersion.of(OurDatabases.MAJOR, OurDatabases.MAJOR))
                .build());
    cluster =
        DatabaseCluster.Builder.create(this, "Cluster")
            .engine(engine)
            .vpc(network.vpc())
            .vpcSubnets(network.subnets())
            .defaultDatabaseName(PostgresInstance.NAME)
            .credentials(
                Credentials.fromPassword(
                    PostgresInstance.MASTER, SecretValue.unsafePlainText("unused")))
            .parameterGroup(
                ParameterGroup.Builder.create(this, "Parameters")
                    .engine(engine)
                    .parameters(OurDatabases.TLS_ONLY)
                    .build())
            .writer(ClusterInstance.serverlessV2("Writer"))
            .readers(readers(capacity.readers()))
            .serverlessV2MinCapacity(capacity.leastUnits())
            .serverlessV2MaxCapacity(capacity.mostUnits())
            .storageEncrypted(true)
            .iamAuthentication(true)
            .backup(BackupProps.builder().retention(Duration.days(7)).build())
            .deletionProtection(removal != RemovalPolicy.DESTROY)
            .removalPolicy(removal)
            .build();
    CfnDBCluster resource = (CfnDBCluster) cluster.getNode().getDefaultChild();
    resource.setMasterUserAuthenticationType(OurDatabases.BY_IAM);
    resource.addPropertyDeletionOverride("MasterUserPassword");
    database = asDatabase();
    OurDatabases.acknowledge(cluster, removal);
  }

  private static List<IClusterInstance> readers(int count) {
    ServerlessV2ClusterInstanceProps likeWriter =
        ServerlessV2ClusterInstanceProps.builder().scaleWithWriter(true).build();
    return IntStream.range(0, count)
        .mapToObj(number -> ClusterInstance.serverlessV2("Reader" + number, likeWriter))
        .toList();
  }

  private Database asDatabase() {
    String url =
        Database.url(
            cluster.getClusterEndpoint().getHostname(),
            Token.asString(cluster.getClusterEndpoint().getPort()),
            PostgresInstance.NAME);
    return new Database(
        url,
        Database.exampleUrl(PostgresInstance.NAME),
        Optional.of(cluster),
        cluster::grantConnect,
        new Migrator(
            url,
            Optional.of(cluster),
            PostgresInstance.MASTER,
            Optional.empty(),
            Optional.empty(),
            cluster::grantConnect,
            List.of(cluster)),
        List.of(
            new Gauge(Limit.CPU, cluster.metricCPUUtilization(), PostgresInstance.BUSY_PERCENT),
            new Gauge(Limit.CONNECTIONS, cluster.metricDatabaseConnections(), MANY_CONNECTIONS)));
  }

  public DatabaseCluster cluster() {
    return cluster;
  }

  public Database database() {
    return database;
  }
}
