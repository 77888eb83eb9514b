package dev.sluice.cdk;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.customresources.AwsCustomResource;
import software.amazon.awscdk.customresources.AwsCustomResourcePolicy;
import software.amazon.awscdk.customresources.AwsSdkCall;
import software.amazon.awscdk.customresources.PhysicalResourceId;
import software.amazon.awscdk.customresources.SdkCallsPolicyOptions;
import software.constructs.Construct;

/** Asks MSK where a cluster's brokers are, which CloudFormation does not tell. */
final class BootstrapBrokers extends Construct {

  private static final String SERVERS = "BootstrapBrokerStringSaslIam";

  private final String servers;

  BootstrapBrokers(Construct scope, String id, String clusterArn) {
    super(scope, id);
    AwsSdkCall ask =
        AwsSdkCall.builder()
            .service("Kafka")
            .action("GetBootstrapBrokers")
            .parameters(Map.of("ClusterArn", clusterArn))
            .outputPaths(List.of(SERVERS))
            .physicalResourceId(PhysicalResourceId.of(clusterArn))
            .build();
    FunctionRole role = new FunctionRole(this, "Role", NetworkPlacement.outside());
    AwsCustomResource question =
        AwsCustomResource.Builder.create(this, "Question")
            .onUpdate(ask)
            .installLatestAwsSdk(false)
            .role(role.role())
            .logGroup(role.logGroup())
            .memorySize(256)
            .policy(
                AwsCustomResourcePolicy.fromSdkCalls(
                    SdkCallsPolicyOptions.builder().resources(List.of(clusterArn)).build()))
            .build();
    acknowledge();
    servers = question.getResponseField(SERVERS);
  }

  /** The function stands in the stack, for all questions in it. */
  private void acknowledge() {
    Stack.of(this).getNode().getChildren().stream()
        .filter(child -> child.getNode().getId().startsWith("AWS679f53fac002430cb0da5b7982bd2287"))
        .forEach(LiveFunction::acknowledge);
  }

  String servers() {
    return servers;
  }
}
