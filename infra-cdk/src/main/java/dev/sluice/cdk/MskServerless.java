package dev.sluice.cdk;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.ec2.ISubnet;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.msk.CfnServerlessCluster;
import software.constructs.Construct;

/**
 * MSK that is paid by the hour, partition and gigabyte, without brokers to size. Its topics are
 * made by a Kafka client.
 */
public final class MskServerless extends Construct {

  private final KafkaCluster cluster;

  public MskServerless(Construct scope, String id, NetworkPlacement.Network network) {
    super(scope, id);
    SecurityGroup group = MskParts.securityGroup(this, network.vpc());
    CfnServerlessCluster resource =
        CfnServerlessCluster.Builder.create(this, "Cluster")
            .clusterName(MskParts.name(this))
            .vpcConfigs(
                List.of(
                    CfnServerlessCluster.VpcConfigProperty.builder()
                        .subnetIds(network.selected().stream().map(ISubnet::getSubnetId).toList())
                        .securityGroups(List.of(group.getSecurityGroupId()))
                        .build()))
            .clientAuthentication(
                CfnServerlessCluster.ClientAuthenticationProperty.builder()
                    .sasl(
                        CfnServerlessCluster.SaslProperty.builder()
                            .iam(CfnServerlessCluster.IamProperty.builder().enabled(true).build())
                            .build())
                    .build())
            .build();
    cluster =
        new KafkaCluster(
            resource.getAttrArn(),
            new BootstrapBrokers(this, "Brokers", resource.getAttrArn()).servers(),
            Optional.of(group));
  }

  public KafkaCluster cluster() {
    return cluster;
  }
}
