package dev.sluice.cdk.deployed;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A queue behind a destination, and all that has arrived there, in its order. */
final class Mailbox {

  private final AwsClients aws;
  private final String queueUrl;
  private final List<Map<String, Object>> arrived = new ArrayList<>();

  private Mailbox(AwsClients aws, String queueUrl) {
    this.aws = aws;
    this.queueUrl = queueUrl;
  }

  /**
   * @param destination as a route names it
   */
  static Mailbox behind(AwsClients aws, String destination) {
    String target = destination.substring(destination.indexOf(':') + 1);
    return switch (destination.substring(0, destination.indexOf(':'))) {
      case "sqs" -> new Mailbox(aws, target);
      case "sns" -> subscribed(aws, target);
      case "eventbridge" -> ruled(aws, target.substring(target.lastIndexOf('/') + 1));
      default -> throw new AssertionError("nobody can look behind " + destination);
    };
  }

  private static Mailbox subscribed(AwsClients aws, String topicArn) {
    Mailbox mailbox = created(aws, topicArn.endsWith(".fifo"));
    aws.sns()
        .subscribe(
            request ->
                request
                    .topicArn(topicArn)
                    .protocol("sqs")
                    .endpoint(mailbox.arn())
                    .attributes(Map.of("RawMessageDelivery", "true")));
    return mailbox;
  }

  private static Mailbox ruled(AwsClients aws, String bus) {
    Mailbox mailbox = created(aws, false);
    String rule = "to-" + UUID.randomUUID();
    String everything = "{\"source\": [{\"prefix\": \"\"}]}";
    aws.events().putRule(request -> request.eventBusName(bus).name(rule).eventPattern(everything));
    Target queue = Target.builder().id("queue").arn(mailbox.arn()).build();
    aws.events().putTargets(request -> request.eventBusName(bus).rule(rule).targets(queue));
    return mailbox;
  }

  static Mailbox created(AwsClients aws, boolean fifo) {
    String name = "mailbox-" + UUID.randomUUID() + (fifo ? ".fifo" : "");
    Map<QueueAttributeName, String> attributes =
        fifo ? Map.of(QueueAttributeName.FIFO_QUEUE, "true") : Map.of();
    return new Mailbox(
        aws,
        aws.sqs()
            .createQueue(request -> request.queueName(name).attributes(attributes))
            .queueUrl());
  }

  /** As a route names it. */
  String destination() {
    return "sqs:" + queueUrl;
  }

  /** Payloads, the first that came first. */
  List<Map<String, Object>> await(int count, Duration atMost) throws InterruptedException {
    return Eventually.await(
        count + " events in " + queueUrl.substring(queueUrl.lastIndexOf('/') + 1),
        atMost,
        this::receive,
        all -> all.size() >= count);
  }

  List<Map<String, Object>> receive() {
    List<Message> messages =
        aws.sqs()
            .receiveMessage(request -> request.queueUrl(queueUrl).maxNumberOfMessages(10))
            .messages();
    for (Message message : messages) {
      arrived.add(payload(message.body()));
      aws.sqs()
          .deleteMessage(
              request -> request.queueUrl(queueUrl).receiptHandle(message.receiptHandle()));
    }
    return messages.isEmpty() ? List.copyOf(arrived) : receive();
  }

  /** A rule hands on the whole event, with the payload as its detail. */
  private static Map<String, Object> payload(String body) {
    try {
      Map<String, Object> message = JSON.std.mapFrom(body);
      return message.get("detail") instanceof Map<?, ?> detail
          ? JSON.std.mapFrom(JSON.std.asString(detail))
          : message;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int depth(AwsClients aws, String queueUrl) {
    return Integer.parseInt(
        attribute(aws, queueUrl, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES));
  }

  void limitMessagesTo(int bytes) {
    Map<QueueAttributeName, String> limit =
        Map.of(QueueAttributeName.MAXIMUM_MESSAGE_SIZE, Integer.toString(bytes));
    aws.sqs().setQueueAttributes(request -> request.queueUrl(queueUrl).attributes(limit));
  }

  private String arn() {
    return attribute(aws, queueUrl, QueueAttributeName.QUEUE_ARN);
  }

  private static String attribute(AwsClients aws, String queueUrl, QueueAttributeName name) {
    return Objects.requireNonNull(
        aws.sqs()
            .getQueueAttributes(request -> request.queueUrl(queueUrl).attributeNames(name))
            .attributes()
            .get(name));
  }
}
