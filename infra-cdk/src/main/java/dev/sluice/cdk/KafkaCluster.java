package dev.sluice.cdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.ec2.Port;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;

/**
 * An MSK cluster to which one logs in with IAM.
 *
 * @param arn {@code arn:aws:kafka:<region>:<account>:cluster/<name>/<id>}
 * @param connectable empty where its security group lets the functions in already
 */
public record KafkaCluster(
    String arn, String bootstrapServers, Optional<IConnectable> connectable) {

  /** Where MSK listens for IAM logins from inside. */
  private static final Port IAM_PORT = Port.tcp(9098);

  private static final List<String> CLUSTER_ACTIONS =
      List.of("kafka-cluster:Connect", "kafka-cluster:WriteDataIdempotently");
  private static final List<String> TOPIC_ACTIONS =
      List.of("kafka-cluster:DescribeTopic", "kafka-cluster:WriteData");

  /** The same, named as other stacks will: for {@link StarredResource}, which names it early. */
  public KafkaCluster exportedBy(Stack stack) {
    return Token.isUnresolved(arn)
        ? new KafkaCluster(stack.exportValue(arn), bootstrapServers, connectable)
        : this;
  }

  /**
   * @param streams what {stream} in the topic's name stands for, with stars
   */
  void grantPublish(IGrantable publisher, String topic, String streams) {
    grant(publisher, CLUSTER_ACTIONS, arn);
    grantTopic(publisher, TOPIC_ACTIONS, topic, streams);
  }

  void grantLook(IGrantable operator, String topic, String streams) {
    grant(operator, List.of("kafka-cluster:Connect"), arn);
    grantTopic(operator, List.of("kafka-cluster:DescribeTopic"), topic, streams);
  }

  private void grantTopic(IGrantable grantee, List<String> actions, String topic, String streams) {
    if (Destination.isByStream(topic)) {
      String all = topicArn(topic.replace(Destination.STREAM, streams));
      StarredResource.grant(grantee, all, actions);
    } else {
      grant(grantee, actions, topicArn(topic));
    }
  }

  /** A topic's ARN is its cluster's with another type and the name behind. */
  private String topicArn(String topic) {
    List<String> parts = Fn.split(":cluster/", arn, 2);
    return Fn.join("", List.of(Fn.select(0, parts), ":topic/", Fn.select(1, parts), "/" + topic));
  }

  private static void grant(IGrantable publisher, List<String> actions, String arn) {
    Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(publisher)
            .actions(actions)
            .resourceArns(List.of(arn))
            .build());
  }

  Map<String, String> environment() {
    return Map.of(
        "KAFKA_BOOTSTRAP_SERVERS",
        bootstrapServers,
        "KAFKA_SECURITY_PROTOCOL",
        "SASL_SSL",
        "KAFKA_SASL_MECHANISM",
        "AWS_MSK_IAM");
  }

  void allowFrom(IConnectable publisher) {
    connectable.ifPresent(
        cluster -> publisher.getConnections().allowTo(cluster, IAM_PORT, "Sluice publishes"));
  }
}
