package dev.sluice.emulators;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The SDK's own clients for an emulator. */
final class Clients {

  private Clients() {}

  static SqsClient sqs(Emulator emulator) {
    return build(SqsClient.builder(), emulator);
  }

  static SnsClient sns(Emulator emulator) {
    return build(SnsClient.builder(), emulator);
  }

  static EventBridgeClient eventBridge(Emulator emulator) {
    return build(EventBridgeClient.builder(), emulator);
  }

  private static <C, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>> C build(
      B builder, Emulator emulator) {
    return builder
        .endpointOverride(emulator.endpoint())
        .region(Region.of(emulator.region()))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(Emulator.ACCESS_KEY_ID, Emulator.SECRET_ACCESS_KEY)))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  static int health(Emulator emulator) {
    HttpRequest question =
        HttpRequest.newBuilder(emulator.endpoint().resolve("/_localstack/health")).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(question, BodyHandlers.discarding()).statusCode();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
