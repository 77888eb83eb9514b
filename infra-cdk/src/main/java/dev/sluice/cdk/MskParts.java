package dev.sluice.cdk;

import software.amazon.awscdk.Names;
import software.amazon.awscdk.UniqueResourceNameOptions;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.constructs.Construct;

/** What both kinds of MSK clusters have. */
final class MskParts {

  private MskParts() {}

  /** MSK insists on a name, so it is made from where the cluster stands. */
  static String name(Construct cluster) {
    return Names.uniqueResourceName(
        cluster, UniqueResourceNameOptions.builder().maxLength(60).separator("-").build());
  }

  static SecurityGroup securityGroup(Construct cluster, IVpc vpc) {
    return SecurityGroup.Builder.create(cluster, "SecurityGroup")
        .vpc(vpc)
        .description("Kafka brokers, reached by those who are let in")
        .allowAllOutbound(false)
        .build();
  }
}
