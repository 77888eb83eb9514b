package dev.sluice.cdk;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.CfnVersion;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.LoggingFormat;
import software.amazon.awscdk.triggers.InvocationType;
import software.amazon.awscdk.triggers.Trigger;
import software.constructs.Construct;

/**
 * Brings the schema up while the stack is deployed, before the release that needs it goes live, and
 * fails the deployment when it fails. It runs again whenever the jar or the retention has changed.
 */
public final class Migration extends Construct {

  private static final Duration TIMEOUT = Duration.minutes(10);

  private final Function function;
  private final Trigger trigger;

  Migration(
      Construct scope,
      String id,
      String outbox,
      String retention,
      Migrator migrator,
      FunctionCode code,
      NetworkPlacement place) {
    super(scope, id);
    FunctionRole role = new FunctionRole(this, "Role", place);
    Map<String, String> environment = new TreeMap<>(migrator.environment());
    environment.put("SLUICE_NAME", outbox);
    environment.put(RelaySettings.RETENTION, retention);
    Function.Builder builder =
        Function.Builder.create(this, "Function")
            .description("Installs and upgrades Sluice's schema, at deployment")
            .runtime(code.runtime())
            .architecture(Architecture.ARM_64)
            .code(code.code())
            .handler("dev.sluice.lambda.MigrateHandler")
            .memorySize(1024)
            .timeout(TIMEOUT)
            .environment(environment)
            .role(role.role())
            .logGroup(role.logGroup())
            .loggingFormat(LoggingFormat.JSON);
    place.put(this, builder);
    function = builder.build();
    acknowledge();
    migrator.grantLogin(function);
    trigger =
        Trigger.Builder.create(this, "Trigger")
            .handler(function)
            .invocationType(InvocationType.REQUEST_RESPONSE)
            .timeout(TIMEOUT)
            .executeOnHandlerChange(true)
            .build();
    trigger.executeAfter(role, function);
    migrator.server().forEach(trigger.getNode()::addDependency);
    newForEachVersion();
    migrator.connectable().filter(_ -> place.network().isPresent()).ifPresent(this::reach);
  }

  /**
   * A rollback removes the new one and leaves the old one as it was: going back migrates nothing,
   * so it works while the database is down.
   */
  private void newForEachVersion() {
    CfnVersion version = (CfnVersion) function.getCurrentVersion().getNode().getDefaultChild();
    CfnResource resource =
        (CfnResource) trigger.getNode().findChild("Default").getNode().getDefaultChild();
    resource.overrideLogicalId(version.getLogicalId() + "Trigger");
  }

  /** Asked from the side of the function, so that the rule stands in its stack. */
  private void reach(IConnectable database) {
    function.getConnections().allowToDefaultPort(database, "Migration");
    Stream.of(function, database)
        .flatMap(side -> side.getConnections().getSecurityGroups().stream())
        .forEach(trigger.getNode()::addDependency);
  }

  private void acknowledge() {
    LiveFunction.acknowledge(function);
    Acknowledged.rule(
        function,
        "Serverless-LambdaAsyncFailureDestination",
        "It is invoked at deployment and waited for; its failure fails the deployment.");
    Acknowledged.rule(
        function, "Serverless-LambdaEventSourceMappingDestination", "It has no event source.");
  }

  public Trigger trigger() {
    return trigger;
  }

  public Function function() {
    return function;
  }
}
