package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.NotFoundException;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;
import software.amazon.awssdk.services.sns.model.PublishBatchResultEntry;
import software.amazon.awssdk.services.sns.model.SnsException;
import software.amazon.awssdk.services.sns.model.ThrottledException;

class AwsStandInSnsIT {

  private static final String TOPIC = "arn:aws:sns:us-east-1:000000000000:orders";
  private static final String FIFO = TOPIC + ".fifo";

  private final StandInClients clients = StandInClients.apache();
  private final AwsStandIn aws = clients.aws();
  private final SnsClient sns = clients.sns();

  @AfterEach
  void close() {
    sns.close();
    clients.close();
  }

  @Test
  void everyEntryOfABatchGetsAMessageId() {
    PublishBatchResponse response = publish(TOPIC, entry("1", "one"), entry("2", "two"));

    assertThat(response.failed()).isEmpty();
    assertThat(response.successful())
        .extracting(PublishBatchResultEntry::id)
        .containsExactly("1", "2");
    assertThat(response.successful())
        .extracting(PublishBatchResultEntry::messageId)
        .doesNotContainNull()
        .doesNotHaveDuplicates();
    assertThat(aws.accepted(TOPIC)).extracting(StandInEntry::body).containsExactly("one", "two");
  }

  @Test
  void whatAnEntrySaysArrivesUnchanged() {
    publish(
        FIFO,
        PublishBatchRequestEntry.builder()
            .id("e-1")
            .message(StandInOdd.TEXT)
            .messageGroupId("key 1&2")
            .messageDeduplicationId("id=1")
            .messageAttributes(
                Map.of("traceparent", string(StandInOdd.WORDS), "event.type", string("a+b")))
            .build());

    StandInEntry entry = aws.accepted(FIFO).getFirst();
    assertThat(entry.id()).isEqualTo("e-1");
    assertThat(entry.body()).isEqualTo(StandInOdd.TEXT);
    assertThat(entry.groupId()).isEqualTo("key 1&2");
    assertThat(entry.deduplicationId()).isEqualTo("id=1");
    assertThat(entry.attributes())
        .isEqualTo(Map.of("traceparent", StandInOdd.WORDS, "event.type", "a+b"));
  }

  @Test
  void theCallSaysWhatWasAsked() {
    publish(TOPIC, entry("1", "one"));
    publish(TOPIC, entry("1", "two"));

    assertThat(aws.calls()).extracting(StandInCall::number).containsExactly(1L, 2L);
    StandInCall call = aws.calls().getFirst();
    assertThat(call.action()).isEqualTo("PublishBatch");
    assertThat(call.target()).isEqualTo(TOPIC);
    assertThat(call.entries()).extracting(StandInEntry::body).containsExactly("one");
  }

  @Test
  void anEntryMayFailWhileAnotherSucceeds() {
    aws.answers(
        call ->
            StandInAnswer.entries(
                entry ->
                    entry.body().equals("bad")
                        ? StandInFate.failed("InvalidParameter", StandInOdd.WORDS, true)
                        : StandInFate.ok()));

    PublishBatchResponse response =
        publish(TOPIC, entry("1", "good"), entry("2", "bad"), entry("3", "fine"));

    assertThat(response.successful())
        .extracting(PublishBatchResultEntry::id)
        .containsExactly("1", "3");
    BatchResultErrorEntry failed = response.failed().getFirst();
    assertThat(failed.id()).isEqualTo("2");
    assertThat(failed.code()).isEqualTo("InvalidParameter");
    assertThat(failed.message()).isEqualTo(StandInOdd.WORDS);
    assertThat(failed.senderFault()).isTrue();
    assertThat(aws.accepted(TOPIC)).extracting(StandInEntry::body).containsExactly("good", "fine");
  }

  @Test
  void aRefusedCallIsTheExceptionOfItsCode() {
    aws.answers(call -> StandInAnswer.refused(429, "Throttled", "Rate exceeded"));

    assertThatThrownBy(() -> publish(TOPIC, entry("1", "one")))
        .isInstanceOfSatisfying(
            ThrottledException.class,
            refused -> {
              assertThat(refused.statusCode()).isEqualTo(429);
              assertThat(refused.isThrottlingException()).isTrue();
              assertThat(refused.awsErrorDetails().errorMessage()).isEqualTo("Rate exceeded");
            });
    assertThat(aws.accepted(TOPIC)).isEmpty();
  }

  @Test
  void aTopicExists() {
    assertThat(attributes(TOPIC)).isEmpty();
    assertThat(aws.calls()).extracting(StandInCall::target).containsExactly(TOPIC);
  }

  @Test
  void aTopicMayBeMissing() {
    aws.answers(call -> StandInAnswer.refused(404, "NotFound", "Topic does not exist"));

    assertThatThrownBy(() -> attributes(TOPIC)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void anUnknownActionIsRefused() {
    assertThatThrownBy(sns::listTopics)
        .isInstanceOfSatisfying(
            SnsException.class, refused -> assertThat(refused.statusCode()).isEqualTo(400))
        .hasMessageContaining("the stand-in knows PublishBatch and GetTopicAttributes")
        .hasMessageContaining("not 'ListTopics'");
  }

  private PublishBatchResponse publish(String topic, PublishBatchRequestEntry... entries) {
    return sns.publishBatch(
        request -> request.topicArn(topic).publishBatchRequestEntries(List.of(entries)));
  }

  private Map<String, String> attributes(String topic) {
    return sns.getTopicAttributes(request -> request.topicArn(topic)).attributes();
  }

  private static PublishBatchRequestEntry entry(String id, String message) {
    return PublishBatchRequestEntry.builder().id(id).message(message).build();
  }

  private static MessageAttributeValue string(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }
}
