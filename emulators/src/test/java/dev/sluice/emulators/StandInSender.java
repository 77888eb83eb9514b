package dev.sluice.emulators;

import java.util.function.BiConsumer;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Sends one entry, in whatever way a service wants it. */
enum StandInSender {
  SNS("arn:aws:sns:us-east-1:000000000000:orders", StandInSender::publish),
  SQS("https://sqs.us-east-1.amazonaws.com/000000000000/orders", StandInSender::enqueue),
  EVENTBRIDGE("orders", StandInSender::put);

  private final String target;
  private final BiConsumer<StandInClients, String> sending;

  StandInSender(String target, BiConsumer<StandInClients, String> sending) {
    this.target = target;
    this.sending = sending;
  }

  String target() {
    return target;
  }

  void send(StandInClients clients, String body) {
    sending.accept(clients, body);
  }

  private static void publish(StandInClients clients, String body) {
    try (SnsClient sns = clients.sns()) {
      sns.publishBatch(
          batch ->
              batch
                  .topicArn(SNS.target)
                  .publishBatchRequestEntries(entry -> entry.id("1").message(body)));
    }
  }

  private static void enqueue(StandInClients clients, String body) {
    try (SqsClient sqs = clients.sqs()) {
      sqs.sendMessageBatch(
          batch -> batch.queueUrl(SQS.target).entries(entry -> entry.id("1").messageBody(body)));
    }
  }

  private static void put(StandInClients clients, String body) {
    try (EventBridgeClient events = clients.eventBridge()) {
      events.putEvents(
          batch -> batch.entries(entry -> entry.eventBusName(EVENTBRIDGE.target).detail(body)));
    }
  }
}
