package dev.sluice.emulators;

import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Sends one entry, in whatever way a service wants it. */
enum StandInSender {
  SNS("arn:aws:sns:us-east-1:000000000000:orders") {
    @Override
    void send(StandInClients clients, String body) {
      var entry = PublishBatchRequestEntry.builder().id("1").message(body).build();
      try (SnsClient sns = clients.sns()) {
        sns.publishBatch(batch -> batch.topicArn(target()).publishBatchRequestEntries(entry));
      }
    }
  },
  SQS("https://sqs.us-east-1.amazonaws.com/000000000000/orders") {
    @Override
    void send(StandInClients clients, String body) {
      var entry = SendMessageBatchRequestEntry.builder().id("1").messageBody(body).build();
      try (SqsClient sqs = clients.sqs()) {
        sqs.sendMessageBatch(batch -> batch.queueUrl(target()).entries(entry));
      }
    }
  },
  EVENTBRIDGE("orders") {
    @Override
    void send(StandInClients clients, String body) {
      var entry = PutEventsRequestEntry.builder().eventBusName(target()).detail(body).build();
      try (EventBridgeClient events = clients.eventBridge()) {
        events.putEvents(batch -> batch.entries(entry));
      }
    }
  };

  private final String target;

  StandInSender(String target) {
    this.target = target;
  }

  String target() {
    return target;
  }

  abstract void send(StandInClients clients, String body);
}
