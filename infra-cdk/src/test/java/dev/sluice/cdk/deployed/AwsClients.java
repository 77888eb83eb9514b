package dev.sluice.cdk.deployed;

import dev.sluice.emulators.Emulator;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** The SDK's clients of one emulator. */
public record AwsClients(
    CloudFormationClient stacks,
    CloudWatchClient metrics,
    FunctionLogs logs,
    EventBridgeClient events,
    LambdaClient functions,
    SecretsManagerClient secrets,
    SnsClient sns,
    SqsClient sqs,
    SsmClient parameters)
    implements AutoCloseable {

  private static final Duration LONGEST_CALL = Duration.ofMinutes(2);

  public static AwsClients of(Emulator emulator) {
    return new AwsClients(
        client(CloudFormationClient.builder(), emulator),
        client(CloudWatchClient.builder(), emulator),
        new FunctionLogs(emulator.endpoint()),
        client(EventBridgeClient.builder(), emulator),
        client(LambdaClient.builder(), emulator),
        client(SecretsManagerClient.builder(), emulator),
        client(SnsClient.builder(), emulator),
        client(SqsClient.builder(), emulator),
        client(SsmClient.builder(), emulator));
  }

  private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
      B builder, Emulator emulator) {
    AwsBasicCredentials keys =
        AwsBasicCredentials.create(Emulator.ACCESS_KEY_ID, Emulator.SECRET_ACCESS_KEY);
    return builder
        .endpointOverride(emulator.endpoint())
        .region(Region.of(emulator.region()))
        .credentialsProvider(StaticCredentialsProvider.create(keys))
        .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(LONGEST_CALL))
        .build();
  }

  @Override
  public void close() {
    List.<SdkAutoCloseable>of(stacks, metrics, events, functions, secrets, sns, sqs, parameters)
        .forEach(SdkAutoCloseable::close);
  }
}
