package dev.sluice.cdk.app;

import dev.sluice.cdk.Sluice;
import dev.sluice.cdk.SluiceProps;
import java.util.function.Function;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/** The outbox's functions and their schedules. */
final class RelayStack extends Stack {

  private final Sluice sluice;

  RelayStack(Construct scope, String id, StackProps props, Function<Stack, SluiceProps> wanted) {
    super(scope, id, props);
    sluice = new Sluice(this, "Sluice", wanted.apply(this));
    output(this, sluice);
  }

  /** Where to look, and what to invoke. */
  static void output(Stack stack, Sluice sluice) {
    output(
        stack,
        "RelayFunction",
        sluice.relay().alias().getFunctionArn(),
        "Publishes: invoke it to nudge");
    output(
        stack, "OpsFunction", sluice.ops().alias().getFunctionArn(), "For ./sluice ops --function");
    output(
        stack, "LookFunction", sluice.look().getFunctionArn(), "The same for those who only look");
    output(
        stack,
        "MigrateFunction",
        sluice.migration().function().getFunctionArn(),
        "Installs and upgrades the schema");
    output(stack, "DeadLetters", sluice.deadLetters().getQueueUrl(), "Copies of dead events");
  }

  private static void output(Stack stack, String id, String value, String description) {
    CfnOutput.Builder.create(stack, id).value(value).description(description).build();
  }

  Sluice sluice() {
    return sluice;
  }
}
