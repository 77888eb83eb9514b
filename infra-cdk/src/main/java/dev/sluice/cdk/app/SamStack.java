package dev.sluice.cdk.app;

import dev.sluice.cdk.Acknowledged;
import dev.sluice.cdk.AlarmThresholds;
import dev.sluice.cdk.AlarmTopic;
import dev.sluice.cdk.DeploymentCaller;
import dev.sluice.cdk.Destination;
import dev.sluice.cdk.Sluice;
import dev.sluice.cdk.SluiceAlarms;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import software.amazon.awscdk.App;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.logs.CfnLogGroup;
import software.amazon.awscdk.services.sns.CfnSubscription;
import software.constructs.IConstruct;

/**
 * All of an outbox beside a database and destinations that exist, with a parameter of
 * template-head.yaml wherever a configuration of the CDK has a value.
 */
final class SamStack extends Stack {

  /** Where a construct stands in the tree; of no interest to a reader of the template. */
  private static final Set<String> UNNAMED = Set.of("Sluice", "Alarms", "Resource", "Default");

  SamStack(App app, SamPlatform platform) {
    super(app, "Sam");
    for (String missing : List.of("E1028", "E8002", "F6101")) {
      Acknowledged.rule(
          this,
          "CloudFormation-Validate::" + missing,
          "Parameters and conditions are in template-head.yaml.");
    }
    SamParts parts = SamParts.in(this, platform);
    Sluice sluice = new Sluice(this, "Sluice", parts.props());
    parameterise(sluice, parts.kafka());
    Function migration = sluice.migration().function();
    sluice.database().access().grantConnect(migration, ref("MigrationUser"));
    DeploymentCaller.Call migrate = new DeploymentCaller.Call(migration, "{}");
    new DeploymentCaller(this, "Migration", "Migration", List.of(migrate), List.of());
    RelayStack.output(this, sluice);
    ObservabilityStack.watch(
        this,
        sluice,
        new AlarmTopic(this, "AlarmTopic", List.of(ref("AlarmEmail")), Optional.empty(), true),
        new SluiceAlarms.Settings(
            AlarmThresholds.DEFAULTS, SamStack::runbook, platform.composite()));
    parameteriseAlarms();
    nameResources();
  }

  /**
   * Short names: nothing else is in the template. Overriding {@code allocateLogicalId} would say
   * the same, but the CDK asks it for each reference anew, and each answer takes more of Java's
   * stack.
   */
  private void nameResources() {
    for (IConstruct construct : getNode().findAll()) {
      if (construct instanceof CfnResource resource) {
        resource.overrideLogicalId(name(resource.getNode().getPath()));
      }
    }
  }

  private static String name(String path) {
    StringBuilder name = new StringBuilder();
    List<String> parts = List.of(path.split("/", -1));
    for (String part : parts.subList(1, parts.size())) {
      String word = part.replaceAll("[^A-Za-z0-9]", "");
      if (!UNNAMED.contains(word) && !name.toString().endsWith(word)) {
        name.append(word);
      }
    }
    // SAM makes this alias itself, and calls it so.
    return name.toString().replaceFirst("Alias$", "FunctionAliaslive");
  }

  private void parameterise(Sluice sluice, Destination kafka) {
    List<Function> publishing = List.of(sluice.relay().function(), sluice.ops().function());
    Function migration = sluice.migration().function();
    resource(publishing.getFirst()).addPropertyOverride("MemorySize", ref("RelayMemory"));
    for (Function function : publishing) {
      variable(
          function,
          "SLUICE_ROUTES",
          given("RoutesInParameter", "ssm:" + ref("RoutesParameter"), ref("Routes")));
      kafka
          .environment()
          .forEach((name, value) -> variable(function, name, given("ToKafka", value, nothing())));
      allowRoutes(function);
    }
    variable(migration, "SLUICE_DB_URL", ref("DatabaseUrl"));
    variable(migration, "SLUICE_DB_AUTH", given("WithSecret", "secret", "iam"));
    variable(
        migration,
        "SLUICE_DB_SECRET_ARN",
        given("WithSecret", ref("MigrationSecretArn"), nothing()));
  }

  private void allowRoutes(Function function) {
    Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(function)
            .actions(List.of("ssm:GetParameter"))
            .resourceArns(
                List.of(
                    "arn:%s:ssm:%s:%s:parameter%s"
                        .formatted(
                            getPartition(), getRegion(), getAccount(), ref("RoutesParameter"))))
            .build());
  }

  private static String runbook(String anchor, String dashboard) {
    String page = ref("Runbooks") + "#" + anchor;
    return Token.asString(given("WithRunbooks", page, dashboard));
  }

  /** Numbers of parameters are no numbers to Java. */
  private void parameteriseAlarms() {
    alarm("Backlog", "PendingEvents", "Threshold");
    alarm("FailedEvents", "FailedEventsAllowed", "Threshold");
    alarm("OldestEventTooOld", "OldestPendingSeconds", "Threshold");
    for (String heartbeat : List.of("RelayHeartbeatMissing", "DatabaseHeartbeatMissing")) {
      alarm(heartbeat, "SilentTurns", "DatapointsToAlarm");
      alarm(heartbeat, "SilentTurns", "EvaluationPeriods");
    }
    for (IConstruct construct : getNode().findAll()) {
      if (construct instanceof CfnLogGroup log) {
        log.addPropertyOverride("RetentionInDays", ref("LogRetentionDays"));
      }
      if (construct instanceof CfnSubscription email) {
        email.addOverride("Condition", "ByEmail");
      }
    }
  }

  private void alarm(String id, String parameter, String property) {
    resource(getNode().findChild("Alarms").getNode().findChild(id))
        .addPropertyOverride(property, ref(parameter));
  }

  private static void variable(Function function, String name, Object value) {
    resource(function).addPropertyOverride("Environment.Variables." + name, value);
  }

  private static CfnResource resource(IConstruct construct) {
    return (CfnResource) Objects.requireNonNull(construct.getNode().getDefaultChild());
  }

  private static Object given(String condition, Object then, Object otherwise) {
    return Fn.conditionIf(condition, then, otherwise);
  }

  private static String nothing() {
    return ref("AWS::NoValue");
  }

  static String ref(String parameter) {
    return Fn.ref(parameter);
  }
}
