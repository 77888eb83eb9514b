package dev.sluice.cdk.app;

import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.app.Configuration.NetworkChoice;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ec2.ISubnet;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.Subnet;
import software.amazon.awscdk.services.ec2.SubnetAttributes;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcAttributes;

/** A network that is there: what is said of it is believed, so that synth asks nobody. */
final class ExistingNetwork {

  private ExistingNetwork() {}

  static NetworkPlacement in(Stack stack, NetworkChoice.Existing there) {
    IVpc vpc =
        Vpc.fromVpcAttributes(
            stack,
            "Vpc",
            VpcAttributes.builder().vpcId(there.vpcId()).availabilityZones(there.zones()).build());
    List<ISubnet> subnets =
        IntStream.range(0, there.subnetIds().size())
            .mapToObj(number -> subnet(stack, there, number))
            .toList();
    return NetworkPlacement.in(vpc, SubnetSelection.builder().subnets(subnets).build());
  }

  private static ISubnet subnet(Stack stack, NetworkChoice.Existing there, int number) {
    return Subnet.fromSubnetAttributes(
        stack,
        "Subnet" + number,
        SubnetAttributes.builder()
            .subnetId(there.subnetIds().get(number))
            .availabilityZone(there.zones().get(number))
            .build());
  }
}
