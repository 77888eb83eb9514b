package dev.sluice.lambda;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.ssm.SsmClientBuilder;

/** Reads a parameter of AWS Systems Manager. No connection is kept: a snapshot would copy it. */
record ParameterStore(Map<String, String> environment) implements UnaryOperator<String> {

  /** With all its repetitions; the relay's time is for events. */
  private static final Duration CALL = Duration.ofSeconds(5);

  private static final Duration ATTEMPT = Duration.ofSeconds(2);

  @Override
  public String apply(String name) {
    try (SsmClient ssm = client()) {
      return ssm.getParameter(request -> request.name(name).withDecryption(true))
          .parameter()
          .value();
    }
  }

  private SsmClient client() {
    SsmClientBuilder builder =
        SsmClient.builder()
            .httpClientBuilder(
                UrlConnectionHttpClient.builder().connectionTimeout(ATTEMPT).socketTimeout(ATTEMPT))
            .overrideConfiguration(settings -> settings.apiCallTimeout(CALL));
    setting("AWS_REGION").map(Region::of).ifPresent(builder::region);
    setting("AWS_ENDPOINT_URL").map(URI::create).ifPresent(builder::endpointOverride);
    return builder.build();
  }

  private Optional<String> setting(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }
}
