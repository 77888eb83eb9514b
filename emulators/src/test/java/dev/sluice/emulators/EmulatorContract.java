package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** What every emulator is started for, and that it leaves nothing behind. */
abstract class EmulatorContract {

  abstract Emulator start();

  abstract Emulator shared();

  @Test
  void topicDeliversToItsQueue() {
    Emulator emulator = shared();
    try (SqsClient sqs = Clients.sqs(emulator);
        SnsClient sns = Clients.sns(emulator)) {
      String queue = sqs.createQueue(request -> request.queueName("topic-target")).queueUrl();
      String topic = sns.createTopic(request -> request.name("orders")).topicArn();
      sns.subscribe(
          request ->
              request
                  .topicArn(topic)
                  .protocol("sqs")
                  .endpoint(arn(sqs, queue))
                  .attributes(Map.of("RawMessageDelivery", "true")));

      sns.publish(request -> request.topicArn(topic).message("{\"order\": 1}"));

      assertThat(topic).contains(":" + emulator.region() + ":" + Emulator.ACCOUNT + ":");
      assertThat(receive(sqs, queue)).extracting(Message::body).containsExactly("{\"order\": 1}");
    }
  }

  @Test
  void urlOfAQueueLeadsToTheEmulator() {
    try (SqsClient sqs = Clients.sqs(shared())) {
      URI queue = URI.create(sqs.createQueue(request -> request.queueName("urls")).queueUrl());

      assertThat(queue.getPort()).isEqualTo(shared().endpoint().getPort());
      assertThat(queue.getHost()).isIn("127.0.0.1", "localhost");
    }
  }

  @Test
  void busDeliversToItsQueue() {
    Emulator emulator = shared();
    try (SqsClient sqs = Clients.sqs(emulator);
        EventBridgeClient events = Clients.eventBridge(emulator)) {
      String queue = sqs.createQueue(request -> request.queueName("bus-target")).queueUrl();
      events.createEventBus(request -> request.name("orders"));
      events.putRule(
          rule ->
              rule.name("all").eventBusName("orders").eventPattern("{\"source\": [\"sluice\"]}"));
      Target target = Target.builder().id("queue").arn(arn(sqs, queue)).build();
      events.putTargets(rule -> rule.rule("all").eventBusName("orders").targets(target));

      PutEventsRequestEntry entry =
          PutEventsRequestEntry.builder()
              .eventBusName("orders")
              .source("sluice")
              .detailType("OrderPlaced")
              .detail("{\"order\": 1}")
              .build();
      assertThat(events.putEvents(put -> put.entries(entry)).failedEntryCount()).isZero();

      assertThat(receive(sqs, queue))
          .singleElement()
          .satisfies(message -> assertThat(message.body()).contains("OrderPlaced"));
    }
  }

  @Test
  void everyTestClassSharesOne() {
    Emulator first = shared();
    first.close();

    assertThat(shared().endpoint()).isEqualTo(first.endpoint());
    assertThat(Clients.health(shared())).isEqualTo(200);
  }

  @Test
  void twoRunAtOnceAndLeaveNothing() {
    Traces traces = new Traces();
    try (Emulator first = start();
        Emulator second = start()) {
      assertThat(first.endpoint()).isNotEqualTo(second.endpoint());
      assertThat(Clients.health(first)).isEqualTo(200);
      traces.take(first);
      traces.take(second);
    }
    traces.assertGone();
  }

  private static List<Message> receive(SqsClient sqs, String queue) {
    return sqs.receiveMessage(request -> request.queueUrl(queue).waitTimeSeconds(20)).messages();
  }

  private static String arn(SqsClient sqs, String queue) {
    QueueAttributeName name = QueueAttributeName.QUEUE_ARN;
    String arn =
        sqs.getQueueAttributes(request -> request.queueUrl(queue).attributeNames(name))
            .attributes()
            .get(name);
    assertThat(arn).isNotNull();
    return arn;
  }
}
