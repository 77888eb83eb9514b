package dev.sluice.cdk;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Effect;
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
    role.addToPolicy(denyToCode());
    Acknowledged.rule(
        role,
        "AwsSolutions-IAM5[Resource::*]",
        "Lambda attaches a function to a network with permissions that EC2 grants on everything"
            + " only; the function itself does not use them.");
  }

  /** Only calls of a function's own code carry the name of a function; those of Lambda do not. */
  private PolicyStatement denyToCode() {
    String functions =
        Stack.of(this)
            .formatArn(
                ArnComponents.builder()
                    .service("lambda")
                    .resource("function")
                    .resourceName("*")
                    .arnFormat(ArnFormat.COLON_RESOURCE_NAME)
                    .build());
    return PolicyStatement.Builder.create()
        .effect(Effect.DENY)
        .actions(ATTACH)
        .resources(List.of("*"))
        .conditions(Map.of("ArnLike", Map.of("lambda:SourceFunctionArn", functions)))
        .build();
  }

  Role role() {
    return role;
  }

  LogGroup logGroup() {
    return logGroup;
  }
}
