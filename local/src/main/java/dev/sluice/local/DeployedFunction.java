package dev.sluice.local;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.lambda.LambdaClientBuilder;
import software.amazon.awssdk.services.lambda.model.InvokeResponse;

/**
 * A function in AWS. Credentials, profile, region and endpoint are the SDK's own, from AWS_PROFILE,
 * AWS_REGION and so on; an ARN names its region itself.
 */
final class DeployedFunction implements AskedFunction {

  /** No function runs for longer; an invocation is never sent twice. */
  private static final Duration PATIENCE = Duration.ofMinutes(16);

  private static final Pattern ARN = Pattern.compile("arn:[^:]+:lambda:(?<region>[^:]+):.+");

  private final String function;
  private final LambdaClient lambda;

  DeployedFunction(String function) {
    this.function = function;
    LambdaClientBuilder builder = LambdaClient.builder();
    Matcher arn = ARN.matcher(function);
    if (arn.matches()) {
      builder.region(Region.of(arn.group("region")));
    }
    lambda =
        builder
            .httpClientBuilder(Apache5HttpClient.builder().socketTimeout(PATIENCE))
            .overrideConfiguration(
                configuration -> configuration.retryStrategy(DefaultRetryStrategy.doNotRetry()))
            .build();
  }

  @Override
  public Answer invokeAndWait(String event) {
    long start = System.nanoTime();
    try {
      InvokeResponse response =
          lambda.invoke(
              request -> request.functionName(function).payload(SdkBytes.fromUtf8String(event)));
      String json = response.payload().asUtf8String();
      Report report = report(response.responseMetadata().requestId(), start);
      return response.functionError() == null
          ? new Answer.Answered(json, report)
          : Answer.Failed.of(json, report);
    } catch (AwsServiceException e) {
      String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
      return Answer.Failed.of(
          code, function + " was not invoked: " + e.getMessage(), report("", start));
    } catch (SdkException e) {
      return Answer.Failed.of(
          "Unanswered",
          "nobody knows whether " + function + " ran: " + e.getMessage(),
          report("", start));
    }
  }

  private static Report report(String requestId, long start) {
    return new Report(requestId, Duration.ofNanos(System.nanoTime() - start), Optional.empty());
  }

  @Override
  public void close() {
    lambda.close();
  }
}
