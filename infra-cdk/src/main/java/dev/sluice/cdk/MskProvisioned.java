package dev.sluice.cdk;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.ec2.ISubnet;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.amazon.awscdk.services.msk.CfnCluster;
import software.amazon.awscdk.services.msk.CfnTopic;
import software.constructs.Construct;

/** MSK with brokers of its own, one in each zone, and the topics that routes name. */
public final class MskProvisioned extends Construct {

  /** Of a topic that says nothing else. */
  public static final int PARTITIONS = 12;

  private final CfnCluster resource;
  private final KafkaCluster cluster;
  private final int brokers;

  /**
   * @param instanceType such as {@code kafka.m7g.large}; {@code kafka.t3.small} is for trials
   * @param storageGiB of each broker
   */
  public record Size(String kafkaVersion, String instanceType, int storageGiB) {}

  public MskProvisioned(Construct scope, String id, NetworkPlacement.Network network, Size size) {
    super(scope, id);
    SecurityGroup group = MskParts.securityGroup(this, network.vpc());
    brokers = network.selected().size();
    resource =
        CfnCluster.Builder.create(this, "Cluster")
            .clusterName(MskParts.name(this))
            .kafkaVersion(size.kafkaVersion())
            .numberOfBrokerNodes(brokers)
            .brokerNodeGroupInfo(nodes(network, group, size))
            .clientAuthentication(byIamOnly())
            .encryptionInfo(inTransit())
            .loggingInfo(logging())
            .build();
    cluster =
        new KafkaCluster(
            resource.getRef(),
            new BootstrapBrokers(this, "Brokers", resource.getRef()).servers(),
            Optional.of(group));
  }

  private static CfnCluster.BrokerNodeGroupInfoProperty nodes(
      NetworkPlacement.Network network, SecurityGroup group, Size size) {
    return CfnCluster.BrokerNodeGroupInfoProperty.builder()
        .clientSubnets(network.selected().stream().map(ISubnet::getSubnetId).toList())
        .instanceType(size.instanceType())
        .securityGroups(List.of(group.getSecurityGroupId()))
        .storageInfo(
            CfnCluster.StorageInfoProperty.builder()
                .ebsStorageInfo(
                    CfnCluster.EBSStorageInfoProperty.builder()
                        .volumeSize(size.storageGiB())
                        .build())
                .build())
        .build();
  }

  private static CfnCluster.ClientAuthenticationProperty byIamOnly() {
    return CfnCluster.ClientAuthenticationProperty.builder()
        .sasl(
            CfnCluster.SaslProperty.builder()
                .iam(CfnCluster.IamProperty.builder().enabled(true).build())
                .build())
        .unauthenticated(CfnCluster.UnauthenticatedProperty.builder().enabled(false).build())
        .build();
  }

  private static CfnCluster.EncryptionInfoProperty inTransit() {
    return CfnCluster.EncryptionInfoProperty.builder()
        .encryptionInTransit(
            CfnCluster.EncryptionInTransitProperty.builder()
                .clientBroker("TLS")
                .inCluster(true)
                .build())
        .build();
  }

  private CfnCluster.LoggingInfoProperty logging() {
    LogGroup log =
        LogGroup.Builder.create(this, "Log")
            .retention(RetentionDays.ONE_MONTH)
            .removalPolicy(RemovalPolicy.DESTROY)
            .build();
    return CfnCluster.LoggingInfoProperty.builder()
        .brokerLogs(
            CfnCluster.BrokerLogsProperty.builder()
                .cloudWatchLogs(
                    CfnCluster.CloudWatchLogsProperty.builder()
                        .enabled(true)
                        .logGroup(log.getLogGroupName())
                        .build())
                .build())
        .build();
  }

  /** A topic with a copy at each broker, three at the most. */
  public void topic(String name, int partitions) {
    CfnTopic.Builder.create(this, "Topic-" + name)
        .clusterArn(resource.getRef())
        .topicName(name)
        .partitionCount(partitions)
        .replicationFactor(Math.min(brokers, 3))
        .build();
  }

  public KafkaCluster cluster() {
    return cluster;
  }
}
