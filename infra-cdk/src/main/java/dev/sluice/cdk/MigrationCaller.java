package dev.sluice.cdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awscdk.CustomResource;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.constructs.Construct;

/**
 * Has the schema migrated when CloudFormation asks for it, where the CDK's own trigger cannot be
 * used. It is outside of the network, so that CloudFormation can be answered (ADR 7).
 */
public final class MigrationCaller extends Construct {

  private static final Duration TIMEOUT = Duration.minutes(15);

  public MigrationCaller(Construct scope, String id, Migration migration) {
    super(scope, id);
    FunctionRole role = new FunctionRole(this, "CallerRole", NetworkPlacement.outside());
    Function caller =
        Function.Builder.create(this, "Caller")
            .description("Has Sluice's schema migrated when CloudFormation asks for it")
            .runtime(Runtime.PYTHON_3_13)
            .architecture(Architecture.ARM_64)
            .handler("index.handler")
            .code(Code.fromInline(program()))
            .timeout(TIMEOUT)
            .role(role.role())
            .logGroup(role.logGroup())
            .build();
    migration.function().grantInvoke(caller);
    Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(caller)
            .actions(List.of("cloudformation:DescribeStacks"))
            .resourceArns(List.of(Stack.of(this).getStackId()))
            .build());
    CustomResource.Builder.create(this, "Resource")
        .resourceType("Custom::Migration")
        .serviceToken(caller.getFunctionArn())
        .serviceTimeout(TIMEOUT)
        .properties(Map.of("Function", migration.function().getFunctionArn()))
        .build();
  }

  private static String program() {
    String name = "migration-caller.py";
    try (InputStream file = MigrationCaller.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
