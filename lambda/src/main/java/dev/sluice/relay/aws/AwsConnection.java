package dev.sluice.relay.aws;

import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;

/** One pool of connections, and how the SDK's clients are to use it. */
public final class AwsConnection implements AutoCloseable {

  private final SdkHttpClient http;

  private AwsConnection(SdkHttpClient http) {
    this.http = http;
  }

  /**
   * @param calls in flight to one destination
   * @param answer how long the service may say nothing
   */
  static AwsConnection open(int calls, Duration answer) {
    return new AwsConnection(
        Apache5HttpClient.builder()
            .maxConnections(calls * 2) // two destinations of a kind may be busy at once
            .connectionTimeout(answer.dividedBy(2))
            .connectionAcquisitionTimeout(answer)
            .socketTimeout(answer)
            .build());
  }

  /** What is sent again, and when, is decided entry by entry, not by the SDK. */
  public <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
      B builder, Optional<Region> region) {
    region.ifPresent(builder::region);
    return builder
        .httpClient(http)
        .overrideConfiguration(
            ClientOverrideConfiguration.builder()
                .retryStrategy(DefaultRetryStrategy.doNotRetry())
                .build())
        .build();
  }

  @Override
  public void close() {
    http.close();
  }
}
