package dev.sluice.local.aws;

import dev.sluice.emulators.Emulator;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Makes topics, buses and queues on one emulator. */
public final class AwsPlaces implements AutoCloseable {

  private final Emulator emulator;
  private final SqsClient sqs;
  private final SnsClient sns;
  private final EventBridgeClient events;

  public AwsPlaces(Emulator emulator) {
    this.emulator = emulator;
    sqs = client(SqsClient.builder());
    sns = client(SnsClient.builder());
    events = client(EventBridgeClient.builder());
  }

  private <C, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>> C client(B builder) {
    return builder
        .endpointOverride(emulator.endpoint())
        .region(Region.of(emulator.region()))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(Emulator.ACCESS_KEY_ID, Emulator.SECRET_ACCESS_KEY)))
        .httpClientBuilder(Apache5HttpClient.builder())
        .build();
  }

  public AwsPlace topic(String stream, boolean fifo) {
    String queue = createQueue(stream, fifo);
    String topic =
        sns.createTopic(
                request ->
                    request
                        .name(stream + suffix(fifo))
                        .attributes(fifo ? Map.of("FifoTopic", "true") : Map.of()))
            .topicArn();
    sns.subscribe(
        request ->
            request
                .topicArn(topic)
                .protocol("sqs")
                .endpoint(arn(queue))
                .attributes(Map.of("RawMessageDelivery", "true")));
    return new AwsPlace(stream, "sns:" + topic, queue, fifo, false);
  }

  public AwsPlace queue(String stream, boolean fifo) {
    String queue = createQueue(stream, fifo);
    return new AwsPlace(stream, "sqs:" + queue, queue, fifo, false);
  }

  public AwsPlace bus(String stream) {
    String queue = createQueue(stream, false);
    events.createEventBus(request -> request.name(stream));
    events.putRule(
        rule ->
            rule.name("all")
                .eventBusName(stream)
                .eventPattern("{\"source\":[{\"prefix\":\"" + stream + "\"}]}"));
    Target target = Target.builder().id("queue").arn(arn(queue)).build();
    events.putTargets(rule -> rule.rule("all").eventBusName(stream).targets(target));
    return new AwsPlace(stream, "eventbridge:" + stream, queue, false, true);
  }

  /** Everything that arrives at a place. */
  public QueueConsumer consume(AwsPlace place, QueueConsumer.Sink sink) {
    return new QueueConsumer(sqs, place, sink);
  }

  private String createQueue(String stream, boolean fifo) {
    Map<QueueAttributeName, String> attributes =
        fifo ? Map.of(QueueAttributeName.FIFO_QUEUE, "true") : Map.of();
    return sqs.createQueue(
            request -> request.queueName(stream + suffix(fifo)).attributes(attributes))
        .queueUrl();
  }

  private static String suffix(boolean fifo) {
    return fifo ? ".fifo" : "";
  }

  private String arn(String queue) {
    QueueAttributeName name = QueueAttributeName.QUEUE_ARN;
    return String.valueOf(
        sqs.getQueueAttributes(request -> request.queueUrl(queue).attributeNames(name))
            .attributes()
            .get(name));
  }

  @Override
  public void close() {
    sqs.close();
    sns.close();
    events.close();
  }
}
