package dev.sluice.cdk.deployed;

import java.util.Map;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.model.GetFunctionConfigurationResponse;

/** What a function was given, and where it writes. */
record DeployedFunction(String name, Map<String, String> environment, String logGroup) {

  /**
   * @param arn of its alias
   */
  static DeployedFunction of(LambdaClient functions, String arn) {
    GetFunctionConfigurationResponse found =
        functions.getFunctionConfiguration(request -> request.functionName(arn));
    String logGroup =
        found.loggingConfig() == null || found.loggingConfig().logGroup() == null
            ? "/aws/lambda/" + found.functionName()
            : found.loggingConfig().logGroup();
    return new DeployedFunction(found.functionName(), found.environment().variables(), logGroup);
  }

  String variable(String variable) {
    String value = environment.get(variable);
    if (value == null) {
      throw new AssertionError(name + " was deployed without " + variable);
    }
    return value;
  }
}
