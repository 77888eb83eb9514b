package dev.sluice.aws.sqs;

import dev.sluice.aws.sqs.QueueSweep.Letter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The calls of a scan to its queue, ten messages at a time. */
record SqsQueue(SqsClient sqs, String url) {

  static final int BATCH = 10;

  private static final int TRIES = 3;
  private static final int SERVER_ERROR = 500;
  private static final int TOO_MANY_REQUESTS = 429;

  record Received(String handle, Letter letter) {}

  /** About so many can be received now. */
  long size() {
    Map<QueueAttributeName, String> attributes =
        tried(
            () ->
                sqs.getQueueAttributes(
                        request ->
                            request
                                .queueUrl(url)
                                .attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
                    .attributes());
    return Long.parseLong(
        attributes.getOrDefault(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "0"));
  }

  /** Empty if there is nothing more. A short poll would ask only some of the queue's servers. */
  List<Received> receive(Duration hidden) {
    return tried(
            () ->
                sqs.receiveMessage(
                    request ->
                        request
                            .queueUrl(url)
                            .maxNumberOfMessages(BATCH)
                            .waitTimeSeconds(1)
                            .visibilityTimeout(Math.toIntExact(hidden.toSeconds()))
                            .messageSystemAttributeNames(
                                MessageSystemAttributeName.SENT_TIMESTAMP)))
        .messages()
        .stream()
        .map(SqsQueue::received)
        .toList();
  }

  private static Received received(Message message) {
    String sent = message.attributes().getOrDefault(MessageSystemAttributeName.SENT_TIMESTAMP, "0");
    return new Received(
        message.receiptHandle(),
        new Letter(message.body(), Instant.ofEpochMilli(Long.parseLong(sent))));
  }

  /** What the queue did not delete. */
  List<BatchResultErrorEntry> delete(List<String> handles) {
    List<DeleteMessageBatchRequestEntry> entries =
        IntStream.range(0, handles.size())
            .mapToObj(
                i ->
                    DeleteMessageBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .receiptHandle(handles.get(i))
                        .build())
            .toList();
    return tried(() -> sqs.deleteMessageBatch(request -> request.queueUrl(url).entries(entries)))
        .failed();
  }

  void show(List<String> handles) {
    List<ChangeMessageVisibilityBatchRequestEntry> entries =
        IntStream.range(0, handles.size())
            .mapToObj(
                i ->
                    ChangeMessageVisibilityBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .receiptHandle(handles.get(i))
                        .visibilityTimeout(0)
                        .build())
            .toList();
    var unused =
        tried(
            () ->
                sqs.changeMessageVisibilityBatch(
                    request -> request.queueUrl(url).entries(entries)));
  }

  /** A single lost connection, or one throttled call, is no outage. */
  private static <T> T tried(Supplier<T> call) {
    for (int tries = 1; ; tries++) {
      try {
        return call.get();
      } catch (SdkException e) {
        if (tries == TRIES || isFinal(e)) {
          throw e;
        }
      }
    }
  }

  private static boolean isFinal(SdkException e) {
    return e instanceof AwsServiceException service
        && service.statusCode() < SERVER_ERROR
        && service.statusCode() != TOO_MANY_REQUESTS;
  }
}
