package dev.sluice.aws;

import dev.sluice.emulators.Credentials;
import dev.sluice.emulators.Emulator;
import dev.sluice.relay.spi.Destination;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * Makes topics, buses and queues, each with a queue where its events can be read. Deletes topics
 * and queues in the end: an idle FIFO queue costs LocalStack processor time.
 */
final class Resources implements AutoCloseable {

  private final Emulator aws;
  private final SqsClient sqs;
  private final SnsClient sns;
  private final EventBridgeClient events;
  private final Queue<String> topics = new ConcurrentLinkedQueue<>();
  private final Queue<String> queues = new ConcurrentLinkedQueue<>();

  Resources(Emulator aws) {
    Credentials.provide();
    this.aws = aws;
    this.sqs = at(SqsClient.builder());
    this.sns = at(SnsClient.builder());
    this.events = at(EventBridgeClient.builder());
  }

  private <B extends AwsClientBuilder<B, C>, C> C at(B builder) {
    return builder.endpointOverride(aws.endpoint()).region(Region.of(aws.region())).build();
  }

  SqsClient sqs() {
    return sqs;
  }

  /** The URL of the queue. */
  String create(Destination destination) {
    return switch (destination.scheme()) {
      case "sns" -> behindTopic(name(destination, ':'));
      case "eventbridge" -> behindBus(destination.target());
      default -> queue(name(destination, '/'));
    };
  }

  private static String name(Destination destination, char separator) {
    return destination.target().substring(destination.target().lastIndexOf(separator) + 1);
  }

  private String behindTopic(String name) {
    boolean fifo = name.endsWith(".fifo");
    Map<String, String> attributes = fifo ? Map.of("FifoTopic", "true") : Map.of();
    String topic = sns.createTopic(request -> request.name(name).attributes(attributes)).topicArn();
    topics.add(topic);
    String queue = queue(name);
    sns.subscribe(
        request ->
            request
                .topicArn(topic)
                .protocol("sqs")
                .endpoint(arn(queue))
                .attributes(Map.of("RawMessageDelivery", "true")));
    return queue;
  }

  private String behindBus(String name) {
    events.createEventBus(request -> request.name(name));
    String queue = queue(name);
    events.putRule(
        request ->
            request.name(name).eventBusName(name).eventPattern("{\"source\":[{\"prefix\":\"\"}]}"));
    Target target = Target.builder().id("queue").arn(arn(queue)).build();
    events.putTargets(request -> request.rule(name).eventBusName(name).targets(target));
    return queue;
  }

  private String queue(String name) {
    Map<QueueAttributeName, String> attributes = new HashMap<>();
    attributes.put(QueueAttributeName.VISIBILITY_TIMEOUT, "300");
    if (name.endsWith(".fifo")) {
      attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
    }
    String url =
        sqs.createQueue(request -> request.queueName(name).attributes(attributes)).queueUrl();
    queues.add(url);
    return url;
  }

  private String arn(String queue) {
    return Objects.requireNonNull(
        sqs.getQueueAttributes(
                request -> request.queueUrl(queue).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes()
            .get(QueueAttributeName.QUEUE_ARN));
  }

  @Override
  public void close() {
    topics.forEach(topic -> sns.deleteTopic(request -> request.topicArn(topic)));
    queues.forEach(queue -> sqs.deleteQueue(request -> request.queueUrl(queue)));
    sqs.close();
    sns.close();
    events.close();
  }
}
