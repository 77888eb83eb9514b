package dev.sluice.cdk;

import java.util.List;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/** A function's identity and its log, which it alone writes. */
final class FunctionRole extends Construct {

  /** Lambda itself uses them to attach the function; they cannot be narrowed to a resource. */
  static final List<String> ATTACH =
      List.of(
          "ec2:AssignPrivateIpAddresses",
          "ec2:CreateNetworkInterface",
          "ec2:DeleteNetworkInterface",
          "ec2:DescribeNetworkInterfaces",
          "ec2:DescribeSubnets",
          "ec2:UnassignPrivateIpAddresses");

  private final Role role;
  private final LogGroup logGroup;

  FunctionRole(Construct scope, String id, NetworkPlacement place) {
    super(scope, id);
    logGroup =
        LogGroup.Builder.create(this, "Log")
            .retention(RetentionDays.ONE_MONTH)
            .removalPolicy(RemovalPolicy.DESTROY)
            .build();
    role =
        Role.Builder.create(this, "Role")
            .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
            .build();
    logGroup.grantWrite(role);
    place.network().ifPresent(_ -> attach());
  }

  private void attach() {
    role.addToPolicy(
        PolicyStatement.Builder.create().actions(ATTACH).resources(List.of("*")).build());
    Acknowledged.rule(
        role,
        "AwsSolutions-IAM5[Resource::*]",
        "Lambda attaches a function to a network with permissions that EC2 grants on everything"
            + " only; the function itself does not use them.");
  }

  Role role() {
    return role;
  }

  LogGroup logGroup() {
    return logGroup;
  }
}
