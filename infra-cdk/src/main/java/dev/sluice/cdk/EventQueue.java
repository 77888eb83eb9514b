package dev.sluice.cdk;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/** A queue for one consumer, with a dead-letter queue for what the consumer cannot handle. */
public final class EventQueue extends Construct {

  private static final int TRIES = 5;

  private final Queue queue;

  public EventQueue(Construct scope, String id, boolean fifo) {
    super(scope, id);
    Queue unhandled = queue("Unhandled", fifo).retentionPeriod(Duration.days(14)).build();
    Acknowledged.rule(
        unhandled,
        "Serverless-SQSRedrivePolicy",
        "It is what the consumer could not handle; it goes nowhere from here.");
    queue =
        queue("Queue", fifo)
            .retentionPeriod(Duration.days(4))
            .deadLetterQueue(
                DeadLetterQueue.builder().queue(unhandled).maxReceiveCount(TRIES).build())
            .build();
  }

  private Queue.Builder queue(String id, boolean fifo) {
    Queue.Builder builder =
        Queue.Builder.create(this, id).enforceSsl(true).encryption(QueueEncryption.SQS_MANAGED);
    return fifo ? builder.fifo(true) : builder;
  }

  public Queue queue() {
    return queue;
  }
}
