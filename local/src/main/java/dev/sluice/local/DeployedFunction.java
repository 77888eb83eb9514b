package dev.sluice.local;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
 * A function in AWS. Credentials, profile and region are the SDK's own, from AWS_PROFILE,
 * AWS_REGION and so on; an ARN names its region itself.
 */
final class DeployedFunction implements AskedFunction {

  /** No function runs for longer; an invocation is never sent twice. */
  private static final Duration PATIENCE = Duration.ofMinutes(16);

  private static final Pattern ARN = Pattern.compile("arn:[^:]+:lambda:(?<region>[^:]+):.+");

  private final String function;
  private final LambdaClient lambda;

  DeployedFunction(String function, Map<String, String> environment) {
    this.function = function;
    LambdaClientBuilder builder = LambdaClient.builder();
    Matcher arn = ARN.matcher(function);
    Optional<String> region =
        arn.matches()
            ? Optional.of(arn.group("region"))
            : Optional.ofNullable(environment.get("AWS_REGION"));
    region.map(Region::of).ifPresent(builder::region);
    Stream.of("AWS_ENDPOINT_URL_LAMBDA", "AWS_ENDPOINT_URL")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(url -> !url.isBlank())
        .findFirst()
        .map(URI::create)
        .ifPresent(builder::endpointOverride);
    lambda =
        builder
            .httpClientBuilder(Apache5HttpClient.builder().socketTimeout(PATIENCE))
            .overrideConfiguration(
                configuration -> configuration.retryStrategy(DefaultRetryStrategy.doNotRetry()))
            .build();
  }

  @Override
  public Answer ask(String event) {
    long start = System.nanoTime();
    try {
      InvokeResponse response =
          lambda.invoke(
              request -> request.functionName(function).payload(SdkBytes.fromUtf8String(event)));
      String json = response.payload().asUtf8String();
      Report report = report(response.responseMetadata().requestId(), start);
      return response.functionError() == null
          ? new Answer.Answered(json, report)
          : ErrorBody.failed(json, report);
    } catch (AwsServiceException e) {
      String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
      return unanswered(code, function + " was not invoked: " + e.getMessage(), start);
    } catch (SdkException e) {
      return unanswered(
          "Unanswered", "nobody knows whether " + function + " ran: " + e.getMessage(), start);
    }
  }

  private static Answer unanswered(String type, String message, long start) {
    try {
      Map<String, String> error = new TreeMap<>(Map.of("errorType", type, "errorMessage", message));
      return new Answer.Failed(type, message, JSON.std.asString(error), report("", start));
    } catch (IOException e) {
      throw new IllegalStateException(e);
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
