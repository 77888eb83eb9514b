package dev.sluice.cdk;

import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/**
 * A topic that takes events by TLS only. With FIFO it keeps the order of a key, at the price of
 * subscribers that are FIFO queues.
 */
public final class EventTopic extends Construct {

  private final Topic topic;

  public EventTopic(Construct scope, String id, boolean fifo) {
    super(scope, id);
    Topic.Builder builder = Topic.Builder.create(this, "Topic").enforceSsl(true);
    if (fifo) {
      builder.fifo(true).contentBasedDeduplication(false);
    }
    topic = builder.build();
    Acknowledged.rule(
        topic,
        "AwsSolutions-SNS2",
        "A key of one's own is asked for at every publish and would have to be granted to each"
            + " subscriber; give Destination.topic(..) a topic that has one.");
  }

  public Topic topic() {
    return topic;
  }
}
