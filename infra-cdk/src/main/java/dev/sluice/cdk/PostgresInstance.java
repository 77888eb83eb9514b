package dev.sluice.cdk;

import dev.sluice.cdk.Database.Gauge;
import dev.sluice.cdk.Database.Limit;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.SecretValue;
import software.amazon.awscdk.services.ec2.InstanceType;
import software.amazon.awscdk.services.rds.CfnDBInstance;
import software.amazon.awscdk.services.rds.Credentials;
import software.amazon.awscdk.services.rds.DatabaseInstance;
import software.amazon.awscdk.services.rds.DatabaseInstanceEngine;
import software.amazon.awscdk.services.rds.IInstanceEngine;
import software.amazon.awscdk.services.rds.ParameterGroup;
import software.amazon.awscdk.services.rds.PostgresEngineVersion;
import software.amazon.awscdk.services.rds.PostgresInstanceEngineProps;
import software.amazon.awscdk.services.rds.StorageType;
import software.constructs.Construct;

/** PostgreSQL on RDS: encrypted, TLS only, with IAM logins and no password at all. */
public final class PostgresInstance extends Construct {

  static final String NAME = "app";
  static final String MASTER = "postgres";

  static final double BUSY_PERCENT = 80;
  private static final double LEAST_FREE = 0.1;

  private final DatabaseInstance instance;
  private final Database database;

  /**
   * @param storageGiB at first; it grows to five times as much by itself
   * @param manyConnections from when on they are worth an alarm; RDS allows one for each 9.5 MB of
   *     memory
   * @param multiZone a standby in another zone, which doubles the price of the instance
   */
  public record Size(String instanceType, int storageGiB, int manyConnections, boolean multiZone) {
    /** For trials: the least that runs PostgreSQL 17. */
    public static final Size LEAST = of("t4g.micro");

    /** With room for a relay and an application. */
    public static final Size SMALL = of("t4g.medium");

    private static Size of(String instanceType) {
      return new Size(instanceType, 20, manyConnections(instanceType), false);
    }

    /** Two thirds of what RDS allows, but for larger ones, whose users know how many they need. */
    public static int manyConnections(String instanceType) {
      return switch (instanceType.substring(instanceType.indexOf('.') + 1)) {
        case "micro" -> 75;
        case "small" -> 150;
        default -> 300;
      };
    }
  }

  public PostgresInstance(
      Construct scope,
      String id,
      NetworkPlacement.Network network,
      Size size,
      RemovalPolicy removal) {
    super(scope, id);
    IInstanceEngine engine =
        DatabaseInstanceEngine.postgres(
            PostgresInstanceEngineProps.builder()
                .version(PostgresEngineVersion.of(OurDatabases.MAJOR, OurDatabases.MAJOR))
                .build());
    instance =
        DatabaseInstance.Builder.create(this, "Instance")
            .engine(engine)
            .instanceType(new InstanceType(size.instanceType()))
            .vpc(network.vpc())
            .vpcSubnets(network.subnets())
            .databaseName(NAME)
            .credentials(Credentials.fromPassword(MASTER, SecretValue.unsafePlainText("unused")))
            .parameterGroup(
                ParameterGroup.Builder.create(this, "Parameters")
                    .engine(engine)
                    .parameters(OurDatabases.TLS_ONLY)
                    .build())
            .multiAz(size.multiZone())
            .allocatedStorage(size.storageGiB())
            .maxAllocatedStorage(size.storageGiB() * 5)
            .storageType(StorageType.GP3)
            .storageEncrypted(true)
            .iamAuthentication(true)
            .backupRetention(Duration.days(7))
            .copyTagsToSnapshot(true)
            .autoMinorVersionUpgrade(true)
            .deletionProtection(removal != RemovalPolicy.DESTROY)
            .removalPolicy(removal)
            .build();
    CfnDBInstance resource = (CfnDBInstance) instance.getNode().getDefaultChild();
    resource.setMasterUserAuthenticationType(OurDatabases.BY_IAM);
    resource.addPropertyDeletionOverride("MasterUserPassword");
    database = database(size);
    acknowledge(size, removal);
  }

  private Database database(Size size) {
    String url =
        Database.url(
            instance.getDbInstanceEndpointAddress(), instance.getDbInstanceEndpointPort(), NAME);
    return new Database(
        url,
        Database.exampleUrl(NAME),
        Optional.of(instance),
        instance::grantConnect,
        new Migrator(
            url,
            Optional.of(instance),
            MASTER,
            Optional.empty(),
            Optional.empty(),
            instance::grantConnect,
            List.of(instance)),
        List.of(
            new Gauge(Limit.CPU, instance.metricCPUUtilization(), BUSY_PERCENT),
            new Gauge(
                Limit.STORAGE,
                instance.metricFreeStorageSpace(),
                size.storageGiB() * LEAST_FREE * (1L << 30)),
            new Gauge(
                Limit.CONNECTIONS, instance.metricDatabaseConnections(), size.manyConnections())));
  }

  private void acknowledge(Size size, RemovalPolicy removal) {
    OurDatabases.acknowledge(instance, removal);
    if (!size.multiZone()) {
      Acknowledged.rule(
          instance, "AwsSolutions-RDS3", "A standby doubles the price; multiZone asks for one.");
    }
  }

  public DatabaseInstance instance() {
    return instance;
  }

  public Database database() {
    return database;
  }
}
