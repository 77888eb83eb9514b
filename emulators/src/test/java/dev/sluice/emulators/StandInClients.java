package dev.sluice.emulators;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.SqsClientBuilder;

/** A stand-in with the SDK's real clients before it, which try each call once. */
record StandInClients(AwsStandIn aws, SdkHttpClient http, Duration patience)
    implements AutoCloseable {

  private static final Duration LONG = Duration.ofSeconds(30);

  static StandInClients apache() {
    return apache(LONG);
  }

  static StandInClients apache(Duration patience) {
    return new StandInClients(
        AwsStandIn.start(), Apache5HttpClient.builder().maxConnections(100).build(), patience);
  }

  static StandInClients urlConnection() {
    return new StandInClients(AwsStandIn.start(), UrlConnectionHttpClient.create(), LONG);
  }

  static StandInClients counting() {
    return new StandInClients(AwsStandIn.counting(), Apache5HttpClient.create(), LONG);
  }

  SnsClient sns() {
    return configured(SnsClient.builder()).build();
  }

  SqsClient sqs() {
    return configured(SqsClient.builder()).build();
  }

  EventBridgeClient eventBridge() {
    return configured(EventBridgeClient.builder()).build();
  }

  /** A client whose requests change on their way, after they were checked and signed. */
  SqsClient sqs(ExecutionInterceptor onTheWay) {
    SqsClientBuilder builder = configured(SqsClient.builder());
    ClientOverrideConfiguration settings =
        builder.overrideConfiguration().toBuilder().addExecutionInterceptor(onTheWay).build();
    return builder.overrideConfiguration(settings).build();
  }

  private <B extends AwsClientBuilder<B, ?> & AwsSyncClientBuilder<B, ?>> B configured(B builder) {
    return builder
        .httpClient(http)
        .endpointOverride(aws.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .overrideConfiguration(
            settings ->
                settings
                    .retryStrategy(DefaultRetryStrategy.doNotRetry())
                    .apiCallAttemptTimeout(patience));
  }

  @Override
  public void close() {
    http.close();
    aws.close();
  }
}
