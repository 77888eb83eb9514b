package dev.sluice.cdk;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/**
 * Queues that keep what went wrong for as long as SQS keeps anything, so that a holiday is no loss.
 */
final class Failures {

  private Failures() {}

  static Queue queue(Construct scope, String id) {
    Queue queue =
        Queue.Builder.create(scope, id)
            .retentionPeriod(Duration.days(14))
            .encryption(QueueEncryption.SQS_MANAGED)
            .enforceSsl(true)
            .build();
    String reason =
        "It is a dead-letter queue itself: people look at what lies in it, and nobody consumes it.";
    Acknowledged.rule(queue, "AwsSolutions-SQS3", reason);
    Acknowledged.rule(queue, "Serverless-SQSRedrivePolicy", reason);
    return queue;
  }
}
