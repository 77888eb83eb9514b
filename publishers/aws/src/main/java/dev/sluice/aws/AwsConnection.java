package dev.sluice.aws;

import dev.sluice.relay.spi.PublisherContext;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;

/** One pool of connections, and how the SDK's clients are to use it. */
public final class AwsConnection implements AutoCloseable {

  private static final String ENDPOINT = "AWS_ENDPOINT_URL";

  private final SdkHttpClient http;
  private final Map<String, String> environment;

  private AwsConnection(SdkHttpClient http, Map<String, String> environment) {
    this.http = http;
    this.environment = environment;
  }

  /**
   * With as many connections as calls: how many are in flight is decided destination by
   * destination, and a limit here would let those that are busy starve the others.
   */
  public static AwsConnection open(PublisherContext context) {
    Duration answer = CallTimes.answer(context.timeLimit());
    return new AwsConnection(
        Apache5HttpClient.builder()
            .maxConnections(Integer.MAX_VALUE)
            .connectionTimeout(answer.dividedBy(2))
            .connectionAcquisitionTimeout(answer)
            .socketTimeout(answer)
            .build(),
        context.environment());
  }

  /** What is sent again, and when, is decided entry by entry, not by the SDK. */
  public <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
      String service, B builder, Optional<Region> region, ExecutionInterceptor... interceptors) {
    region.or(() -> setting("AWS_REGION").map(Region::of)).ifPresent(builder::region);
    setting(ENDPOINT + "_" + service)
        .or(() -> setting(ENDPOINT))
        .map(URI::create)
        .ifPresent(builder::endpointOverride);
    return builder
        .httpClient(http)
        .overrideConfiguration(
            ClientOverrideConfiguration.builder()
                .retryStrategy(DefaultRetryStrategy.doNotRetry())
                .executionInterceptors(List.of(interceptors))
                .build())
        .build();
  }

  private Optional<String> setting(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  @Override
  public void close() {
    http.close();
  }
}
