package dev.sluice.cdk;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.ec2.ISubnet;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.lambda.Function;
import software.constructs.Construct;

/** Where the functions run: in a network's subnets, or outside of any. */
public record NetworkPlacement(Optional<Network> network) {

  /** A network and those of its subnets from which the database is reached. */
  public record Network(IVpc vpc, SubnetSelection subnets) {
    public List<ISubnet> selected() {
      return vpc.selectSubnets(subnets).getSubnets();
    }
  }

  public static NetworkPlacement in(IVpc vpc, SubnetSelection subnets) {
    return new NetworkPlacement(Optional.of(new Network(vpc, subnets)));
  }

  /** For a database that is reached over the internet. */
  public static NetworkPlacement outside() {
    return new NetworkPlacement(Optional.empty());
  }

  void put(Construct scope, Function.Builder function) {
    network.ifPresent(
        here ->
            function
                .vpc(here.vpc())
                .vpcSubnets(here.subnets())
                .securityGroups(List.of(securityGroup(scope, here.vpc()))));
  }

  /** Nothing calls a function by its address, so nothing is let in. */
  private static SecurityGroup securityGroup(Construct scope, IVpc vpc) {
    SecurityGroup group =
        SecurityGroup.Builder.create(scope, "SecurityGroup")
            .vpc(vpc)
            .description(
                "A function of Sluice: nothing in, out to the database and its destinations")
            .build();
    Acknowledged.rule(
        group,
        "Annotation::@aws-cdk/aws-ec2:ipv4IgnoreEgressRule",
        "It may go out anyway; what stands at the other end lets it in or does not.");
    return group;
  }
}
