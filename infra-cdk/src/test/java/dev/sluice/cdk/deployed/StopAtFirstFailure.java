package dev.sluice.cdk.deployed;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Each step stands on the one before it: after a failure the others would only wait in vain. */
final class StopAtFirstFailure implements ExecutionCondition, TestExecutionExceptionHandler {

  private @Nullable String failed;

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return failed == null
        ? ConditionEvaluationResult.enabled("nothing has failed")
        : ConditionEvaluationResult.disabled(failed + " has failed");
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    failed = context.getDisplayName();
    throw failure;
  }
}
