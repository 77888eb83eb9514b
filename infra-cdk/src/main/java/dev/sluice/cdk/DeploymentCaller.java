package dev.sluice.cdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import software.amazon.awscdk.CustomResource;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.lambda.Runtime;
import software.constructs.Construct;

/**
 * Calls functions while a stack is deployed, where the CDK's own trigger cannot be used: that
 * passes no payload and knows no alias. What fails, fails the deployment; a rollback calls nothing.
 * It is outside of the network, so that CloudFormation can be answered (ADR 7).
 */
public final class DeploymentCaller extends Construct {

  private final CustomResource resource;

  /** Of all calls together. */
  private static final Duration TIMEOUT = Duration.minutes(15);

  /** A function or an alias, and its event as JSON. */
  public record Call(IFunction function, String payload) {}

  /**
   * @param purpose in one word, by which the resource is known
   * @param calls one after the other
   * @param releases when one changes, all are called again
   */
  public DeploymentCaller(
      Construct scope, String id, String purpose, List<Call> calls, List<String> releases) {
    super(scope, id);
    FunctionRole role = new FunctionRole(this, "CallerRole", NetworkPlacement.outside());
    Function caller =
        Function.Builder.create(this, "Caller")
            .description("Calls Sluice's functions when CloudFormation asks for it: " + purpose)
            .runtime(Runtime.PYTHON_3_14)
            .architecture(Architecture.ARM_64)
            .handler("index.handler")
            .code(Code.fromInline(program()))
            .memorySize(256)
            .timeout(TIMEOUT)
            .role(role.role())
            .logGroup(role.logGroup())
            .build();
    acknowledge(caller);
    grant(caller, "lambda:InvokeFunction", calls.stream().map(DeploymentCaller::arn).toList());
    grant(caller, "cloudformation:DescribeStacks", List.of(Stack.of(this).getStackId()));
    Map<String, Object> properties = new TreeMap<>();
    properties.put("Calls", calls.stream().map(DeploymentCaller::properties).toList());
    if (!releases.isEmpty()) {
      properties.put("Releases", releases);
    }
    resource =
        CustomResource.Builder.create(this, "Resource")
            .resourceType("Custom::" + purpose)
            .serviceToken(caller.getFunctionArn())
            .serviceTimeout(TIMEOUT)
            .properties(properties)
            .build();
  }

  /** The calls; what they need is to be there before. */
  CustomResource resource() {
    return resource;
  }

  private static void grant(Function caller, String action, List<String> arns) {
    Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(caller)
            .actions(List.of(action))
            .resourceArns(arns)
            .build());
  }

  private static String arn(Call call) {
    return call.function().getFunctionArn();
  }

  private static Map<String, String> properties(Call call) {
    return new TreeMap<>(Map.of("Function", arn(call), "Payload", call.payload()));
  }

  private static void acknowledge(Function caller) {
    LiveFunction.acknowledge(caller);
    Acknowledged.rule(
        caller,
        "Serverless-LambdaAsyncFailureDestination",
        "CloudFormation invokes it and waits for its answer; without one the deployment fails.");
    Acknowledged.rule(
        caller, "Serverless-LambdaEventSourceMappingDestination", "It has no event source.");
  }

  private static String program() {
    String name = "deployment-caller.py";
    try (InputStream file = DeploymentCaller.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
