package dev.sluice.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.ssm.ParameterTier;
import software.amazon.awscdk.services.ssm.StringParameter;
import software.constructs.Construct;

/** The environment of the relay and of operations. */
record FunctionVariables(Map<String, String> shared, Optional<StringParameter> parameter) {

  /** Lambda takes 4 KB of variables altogether. */
  private static final int MOST_ROUTES = 3000;

  /** A parameter holds 4 KB, and for five cents a month 8 KB, which its tier chooses by itself. */
  private static final int MOST_IN_PARAMETER = 8192;

  static FunctionVariables of(
      Construct scope, SluiceProps props, Database database, Routes routes, IQueue deadLetters) {
    Optional<StringParameter> parameter =
        Optional.of(props.relay().routesInParameter())
            .filter(Boolean::booleanValue)
            .map(_ -> parameter(scope, props, routes));
    Map<String, String> shared = new TreeMap<>(props.relay().variables());
    shared.put("SLUICE_NAME", props.name());
    shared.put("SLUICE_DB_URL", database.url());
    shared.put("SLUICE_DB_AUTH", "iam");
    shared.put(
        "SLUICE_ROUTES",
        parameter.map(kept -> "ssm:" + kept.getParameterName()).orElseGet(() -> inline(routes)));
    shared.put("SLUICE_DLQ_URL", deadLetters.getQueueUrl());
    shared.putAll(routes.environment());
    return new FunctionVariables(Map.copyOf(shared), parameter);
  }

  private static StringParameter parameter(Construct scope, SluiceProps props, Routes routes) {
    int length = routes.exampleJson().length();
    if (length > MOST_IN_PARAMETER) {
      throw new IllegalArgumentException(
          "the routes take about %d characters, and a parameter holds %d; use fewer routes, with patterns"
              .formatted(length, MOST_IN_PARAMETER));
    }
    return StringParameter.Builder.create(scope, "Routes")
        .stringValue(routes.json())
        .tier(ParameterTier.INTELLIGENT_TIERING)
        .description("The routes of the outbox " + props.name())
        .build();
  }

  private static String inline(Routes routes) {
    int length = routes.exampleJson().length();
    if (length > MOST_ROUTES) {
      throw new IllegalArgumentException(
          "the routes take about %d characters and a function's variables 4 KB altogether; set routesInParameter"
              .formatted(length));
    }
    return routes.json();
  }

  Map<String, String> relay(String user) {
    Map<String, String> variables = new TreeMap<>(shared);
    variables.put("SLUICE_DB_USER", user);
    return variables;
  }

  void grantRead(IGrantable function) {
    parameter.ifPresent(
        kept ->
            Grant.addToPrincipal(
                GrantOnPrincipalOptions.builder()
                    .grantee(function)
                    .actions(List.of("ssm:GetParameter"))
                    .resourceArns(List.of(kept.getParameterArn()))
                    .build()));
  }
}
