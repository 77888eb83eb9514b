package dev.sluice.cdk;

import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.LoggingFormat;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.lambda.destinations.SqsDestination;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;
import software.constructs.IConstruct;

/**
 * A function that is invoked by its alias: what a snapshot is made of, and what is switched at once
 * when a release comes.
 */
public final class LiveFunction extends Construct {

  private static final String ALIAS = "live";

  /** The schedule comes again in a minute; what is older is of no use. */
  private static final Duration MAX_AGE = Duration.seconds(60);

  private final Function function;
  private final Alias alias;

  LiveFunction(Construct scope, String id, Spec spec, IQueue failures) {
    super(scope, id);
    FunctionRole role = new FunctionRole(this, "Role", spec.place());
    Function.Builder builder =
        Function.Builder.create(this, "Function")
            .description(spec.description())
            .runtime(spec.code().runtime())
            .architecture(Architecture.ARM_64)
            .code(spec.code().code())
            .handler(spec.handler())
            .memorySize(spec.memory())
            .timeout(spec.timeout())
            .environment(spec.environment())
            .role(role.role())
            .logGroup(role.logGroup())
            .loggingFormat(LoggingFormat.JSON);
    spec.place().put(this, builder);
    if (spec.code().snapStart()) {
      builder.snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS);
    }
    spec.reservedConcurrency().ifPresent(builder::reservedConcurrentExecutions);
    function = builder.build();
    acknowledge(function);
    Acknowledged.rule(
        function,
        "Annotation::@aws-cdk/aws-lambda:snapStartRequirePublish",
        "The alias below is a published version's.");
    // On the function itself these would be $LATEST's, which nobody invokes.
    alias =
        Alias.Builder.create(this, "Alias")
            .aliasName(ALIAS)
            .version(function.getCurrentVersion())
            .retryAttempts(0)
            .maxEventAge(MAX_AGE)
            .onFailure(new SqsDestination(failures))
            .build();
  }

  /** The same release by another name, for whoever is granted less than the first allows. */
  Alias also(String name) {
    return Alias.Builder.create(this, "Alias-" + name)
        .aliasName(name)
        .version(function.getCurrentVersion())
        .build();
  }

  /** What one function is. */
  record Spec(
      String description,
      String handler,
      FunctionCode code,
      NetworkPlacement place,
      int memory,
      Duration timeout,
      Optional<Integer> reservedConcurrency,
      Map<String, String> environment) {}

  static void acknowledge(IConstruct function) {
    Acknowledged.rule(
        function,
        "Serverless-LambdaTracing",
        "An invocation handles the events of many traces. Each event carries its own trace; the"
            + " report and the metrics tell how an invocation went.");
    Acknowledged.rule(
        function,
        "Serverless-LambdaDLQ",
        "What fails goes to the OnFailure destination of the alias, which is what is invoked.");
  }

  public Function function() {
    return function;
  }

  public Alias alias() {
    return alias;
  }

  public IConnectable connectable() {
    return function;
  }
}
