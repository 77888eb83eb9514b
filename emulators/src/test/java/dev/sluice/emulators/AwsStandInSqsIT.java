package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.RequestThrottledException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;

class AwsStandInSqsIT {

  private static final String QUEUE = "https://sqs.us-east-1.amazonaws.com/000000000000/orders";
  private static final String FIFO = QUEUE + ".fifo";

  private final StandInClients clients = StandInClients.apache();
  private final AwsStandIn aws = clients.aws();
  private final SqsClient sqs = clients.sqs();

  @AfterEach
  void close() {
    sqs.close();
    clients.close();
  }

  @Test
  void whatAnEntrySaysArrivesUnchangedAndSatisfiesTheChecksums() {
    SendMessageBatchResponse response = send(FIFO, odd());

    SendMessageBatchResultEntry sent = response.successful().getFirst();
    assertThat(sent.md5OfMessageBody()).hasSize(32);
    assertThat(sent.md5OfMessageAttributes()).hasSize(32);
    assertThat(sent.md5OfMessageSystemAttributes()).hasSize(32);
    StandInEntry entry = aws.accepted(FIFO).getFirst();
    assertThat(entry.id()).isEqualTo("e-1");
    assertThat(entry.body()).isEqualTo(StandInOdd.TEXT);
    assertThat(entry.groupId()).isEqualTo("key");
    assertThat(entry.deduplicationId()).isEqualTo("id");
    assertThat(entry.attributes())
        .isEqualTo(Map.of("words", StandInOdd.WORDS, "count", "12", "bytes", "AP8="));
  }

  /** The control of the checksums: what was changed on the way is noticed. */
  @ParameterizedTest
  @CsvSource({"漢字, 汉字, message body", "Küsse, Kosse!, message attributes"})
  void theClientComparesTheChecksums(String sent, String received, String complaint) {
    try (SqsClient tampered = clients.sqs(StandInTampering.replacing(sent, received))) {
      assertThatThrownBy(() -> tampered.sendMessageBatch(r -> r.queueUrl(FIFO).entries(odd())))
          .isInstanceOf(SdkClientException.class)
          .hasMessageContainingAll("MD5 returned by SQS", complaint);
    }
    assertThat(aws.accepted(FIFO)).hasSize(1);
  }

  @Test
  void anEntryMayFailWhileAnotherSucceeds() {
    aws.answers(
        call ->
            StandInAnswer.entries(
                entry ->
                    entry.id().equals("2")
                        ? StandInFate.failed("InternalError", StandInOdd.WORDS, false)
                        : StandInFate.ok()));

    SendMessageBatchResponse response =
        send(QUEUE, entry("1", "one"), entry("2", "two"), entry("3", "three"));

    assertThat(response.successful())
        .extracting(SendMessageBatchResultEntry::id)
        .containsExactly("1", "3");
    BatchResultErrorEntry failed = response.failed().getFirst();
    assertThat(failed.id()).isEqualTo("2");
    assertThat(failed.code()).isEqualTo("InternalError");
    assertThat(failed.message()).isEqualTo(StandInOdd.WORDS);
    assertThat(failed.senderFault()).isFalse();
    assertThat(aws.accepted(QUEUE)).extracting(StandInEntry::body).containsExactly("one", "three");
  }

  @Test
  void aRefusedCallIsTheExceptionOfItsCode() {
    aws.answers(call -> StandInAnswer.refused(403, "RequestThrottled", "Rate exceeded"));

    assertThatThrownBy(() -> send(QUEUE, entry("1", "one")))
        .isInstanceOfSatisfying(
            RequestThrottledException.class,
            refused -> {
              assertThat(refused.statusCode()).isEqualTo(403);
              assertThat(refused.awsErrorDetails().errorCode()).isEqualTo("RequestThrottled");
              assertThat(refused.awsErrorDetails().errorMessage()).isEqualTo("Rate exceeded");
            });
    assertThat(aws.accepted(QUEUE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"QueueDoesNotExist", "AWS.SimpleQueueService.NonExistentQueue"})
  void aMissingQueueHasTheCodeOfTheOlderProtocol(String code) {
    aws.answers(call -> StandInAnswer.refused(400, code, "no such queue"));

    assertThatThrownBy(() -> send(QUEUE, entry("1", "one")))
        .isInstanceOfSatisfying(
            QueueDoesNotExistException.class,
            missing ->
                assertThat(missing.awsErrorDetails().errorCode())
                    .isEqualTo("AWS.SimpleQueueService.NonExistentQueue"));
  }

  @Test
  void aQueueExists() {
    assertThat(sqs.getQueueAttributes(request -> request.queueUrl(QUEUE)).attributes()).isEmpty();
    assertThat(aws.calls()).extracting(StandInCall::target).containsExactly(QUEUE);
  }

  @Test
  void anUnknownActionIsRefused() {
    assertThatThrownBy(sqs::listQueues)
        .isInstanceOfSatisfying(
            SqsException.class, refused -> assertThat(refused.statusCode()).isEqualTo(400))
        .hasMessageContaining("not 'ListQueues'");
  }

  private SendMessageBatchResponse send(String queue, SendMessageBatchRequestEntry... entries) {
    return sqs.sendMessageBatch(request -> request.queueUrl(queue).entries(List.of(entries)));
  }

  private static SendMessageBatchRequestEntry entry(String id, String body) {
    return SendMessageBatchRequestEntry.builder().id(id).messageBody(body).build();
  }

  private static SendMessageBatchRequestEntry odd() {
    MessageAttributeValue words =
        MessageAttributeValue.builder().dataType("String").stringValue(StandInOdd.WORDS).build();
    MessageAttributeValue count =
        MessageAttributeValue.builder().dataType("Number").stringValue("12").build();
    MessageAttributeValue bytes =
        MessageAttributeValue.builder()
            .dataType("Binary")
            .binaryValue(SdkBytes.fromByteArray(new byte[] {0, -1}))
            .build();
    MessageSystemAttributeValue trace =
        MessageSystemAttributeValue.builder().dataType("String").stringValue("Root=1-2-3").build();
    return SendMessageBatchRequestEntry.builder()
        .id("e-1")
        .messageBody(StandInOdd.TEXT)
        .messageGroupId("key")
        .messageDeduplicationId("id")
        .messageAttributes(Map.of("words", words, "count", count, "bytes", bytes))
        .messageSystemAttributes(Map.of(MessageSystemAttributeNameForSends.AWS_TRACE_HEADER, trace))
        .build();
  }
}
