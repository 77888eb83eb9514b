package dev.sluice.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.IQueue;

/**
 * Where a route leads. The route's text, the permission to publish there, what the network must
 * reach and the producer's settings all come from here, so that none of them can be forgotten.
 */
public sealed interface Destination {

  String STREAM = "{stream}";

  /** As SLUICE_ROUTES names it. */
  String uri();

  /** What it may look like once deployed: for checks before that. */
  String example();

  /**
   * @param streams the route's pattern, in which IAM reads a star as the relay does: it stands for
   *     {stream} in an ARN
   */
  void grantPublish(IGrantable publisher, String streams);

  /** Whether it is there and answers: what an operator's preflight asks. */
  void grantLook(IGrantable operator, String streams);

  /** The AWS APIs that publishing calls. */
  Set<Api> apis();

  /** Whose it is, where an AWS API leads there. */
  default Optional<String> account() {
    return Optional.empty();
  }

  /** What the function's environment needs for it. */
  default Map<String, String> environment() {
    return Map.of();
  }

  default void allowFrom(IConnectable publisher) {}

  /** {stream} in an ARN or a topic's name: each stream of a route has its own. */
  static boolean isByStream(String name) {
    return name.contains(STREAM);
  }

  private static void grant(IGrantable grantee, String arn, String streams, String... actions) {
    if (isByStream(arn)) {
      StarredResource.grant(grantee, arn.replace(STREAM, streams), List.of(actions));
    } else {
      Grant.addToPrincipal(
          GrantOnPrincipalOptions.builder()
              .grantee(grantee)
              .actions(List.of(actions))
              .resourceArns(List.of(arn))
              .build());
    }
  }

  static Destination topic(ITopic topic) {
    return new Topic(topic, Optional.empty());
  }

  static Destination queue(IQueue queue) {
    return new Queue(queue, Optional.empty());
  }

  /**
   * @param keyArn of the customer's key that encrypts it, where it was made elsewhere
   */
  static Destination topic(ITopic topic, String keyArn) {
    return new Topic(topic, Optional.of(keyArn));
  }

  /**
   * @param keyArn of the customer's key that encrypts it, where it was made elsewhere
   */
  static Destination queue(IQueue queue, String keyArn) {
    return new Queue(queue, Optional.of(keyArn));
  }

  static Destination bus(IEventBus bus) {
    return new Bus(bus);
  }

  static Destination kafka(KafkaCluster cluster, String topic) {
    return new Kafka(cluster, topic);
  }

  /** An SNS topic; a FIFO topic keeps the order of a key. */
  record Topic(ITopic topic, Optional<String> keyArn) implements Destination {
    @Override
    public String uri() {
      return "sns:" + topic.getTopicArn();
    }

    @Override
    public String example() {
      return "sns:arn:aws:sns:us-east-1:123456789012:topic" + (topic.getFifo() ? ".fifo" : "");
    }

    @Override
    public void grantPublish(IGrantable publisher, String streams) {
      if (isByStream(topic.getTopicArn())) {
        grant(publisher, topic.getTopicArn(), streams, "sns:Publish");
      } else {
        topic.grantPublish(publisher);
      }
      keyArn.ifPresent(arn -> new CustomerKey(arn).grantPublish(publisher, "sns"));
    }

    @Override
    public void grantLook(IGrantable operator, String streams) {
      grant(operator, topic.getTopicArn(), streams, "sns:GetTopicAttributes");
    }

    @Override
    public Set<Api> apis() {
      return Set.of(Api.SNS);
    }

    @Override
    public Optional<String> account() {
      return Optional.of(topic.getEnv().getAccount());
    }
  }

  /** An SQS queue; a FIFO queue keeps the order of a key. */
  record Queue(IQueue queue, Optional<String> keyArn) implements Destination {
    @Override
    public String uri() {
      return "sqs:" + queue.getQueueUrl();
    }

    @Override
    public String example() {
      return "sqs:https://sqs.us-east-1.amazonaws.com/123456789012/queue"
          + (queue.getFifo() ? ".fifo" : "");
    }

    @Override
    public void grantPublish(IGrantable publisher, String streams) {
      if (isByStream(queue.getQueueArn())) {
        grant(publisher, queue.getQueueArn(), streams, "sqs:SendMessage");
      } else {
        queue.grantSendMessages(publisher);
      }
      keyArn.ifPresent(arn -> new CustomerKey(arn).grantPublish(publisher, "sqs"));
    }

    @Override
    public void grantLook(IGrantable operator, String streams) {
      grant(operator, queue.getQueueArn(), streams, "sqs:GetQueueAttributes");
    }

    @Override
    public Set<Api> apis() {
      return Set.of(Api.SQS);
    }

    @Override
    public Optional<String> account() {
      return Optional.of(queue.getEnv().getAccount());
    }
  }

  /** A classic event bus, which keeps no order. */
  record Bus(IEventBus bus) implements Destination {
    @Override
    public String uri() {
      return "eventbridge:" + bus.getEventBusArn();
    }

    @Override
    public String example() {
      return "eventbridge:arn:aws:events:us-east-1:123456789012:event-bus/bus";
    }

    /** The relay looks whether the bus is there: AWS takes events for a missing one in silence. */
    @Override
    public void grantPublish(IGrantable publisher, String streams) {
      if (isByStream(bus.getEventBusArn())) {
        grant(publisher, bus.getEventBusArn(), streams, "events:PutEvents");
      } else {
        bus.grantPutEventsTo(publisher);
      }
      grantLook(publisher, streams);
    }

    @Override
    public void grantLook(IGrantable operator, String streams) {
      grant(operator, bus.getEventBusArn(), streams, "events:DescribeEventBus");
    }

    @Override
    public Set<Api> apis() {
      return Set.of(Api.EVENTBRIDGE);
    }

    @Override
    public Optional<String> account() {
      return Optional.of(bus.getEnv().getAccount());
    }
  }

  /** A Kafka topic, which keeps the order of a key. */
  record Kafka(KafkaCluster cluster, String topic) implements Destination {
    @Override
    public String uri() {
      return "kafka:" + topic;
    }

    @Override
    public String example() {
      return uri();
    }

    @Override
    public void grantPublish(IGrantable publisher, String streams) {
      cluster.grantPublish(publisher, topic, streams);
    }

    @Override
    public void grantLook(IGrantable operator, String streams) {
      cluster.grantLook(operator, topic, streams);
    }

    @Override
    public Set<Api> apis() {
      return Set.of();
    }

    @Override
    public Map<String, String> environment() {
      return cluster.environment();
    }

    @Override
    public void allowFrom(IConnectable publisher) {
      cluster.allowFrom(publisher);
    }
  }
}
