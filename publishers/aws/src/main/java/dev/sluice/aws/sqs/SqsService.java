package dev.sluice.aws.sqs;

import dev.sluice.aws.AwsConnection;
import dev.sluice.aws.BatchService;
import dev.sluice.aws.EntryAnswer;
import dev.sluice.aws.EntryAnswers;
import dev.sluice.aws.MessageAttributes;
import dev.sluice.aws.MessageGroup;
import dev.sluice.aws.RegionalClients;
import dev.sluice.aws.Sized;
import dev.sluice.aws.TextBody;
import dev.sluice.aws.TraceHeader;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/** Queues, standard and FIFO. */
final class SqsService implements BatchService<SendMessageBatchRequestEntry> {

  private final AwsConnection connection;
  private final RegionalClients<SqsClient> clients;

  SqsService(AwsConnection connection) {
    this.connection = connection;
    this.clients =
        new RegionalClients<>(region -> connection.client("SQS", SqsClient.builder(), region));
  }

  static boolean isFifo(Destination destination) {
    return destination.target().endsWith(".fifo");
  }

  @Override
  public Sized<SendMessageBatchRequestEntry> entry(
      Destination destination, OutboxMessage message, String id) {
    TextBody body = TextBody.of(destination.format(), message);
    Map<String, String> attributes = MessageAttributes.of(message, body);
    SendMessageBatchRequestEntry.Builder entry =
        SendMessageBatchRequestEntry.builder()
            .id(id)
            .messageGroupId(MessageGroup.of(message.key()))
            .messageBody(body.text())
            .messageAttributes(values(attributes));
    TraceHeader.of(message).ifPresent(trace -> entry.messageSystemAttributes(traced(trace)));
    if (isFifo(destination)) {
      entry.messageDeduplicationId(message.deduplicationId());
    }
    return new Sized<>(entry.build(), body.bytes() + MessageAttributes.bytes(attributes));
  }

  private static Map<String, MessageAttributeValue> values(Map<String, String> attributes) {
    Map<String, MessageAttributeValue> values = HashMap.newHashMap(attributes.size());
    attributes.forEach(
        (name, text) ->
            values.put(
                name,
                MessageAttributeValue.builder().dataType("String").stringValue(text).build()));
    return values;
  }

  private static Map<MessageSystemAttributeNameForSends, MessageSystemAttributeValue> traced(
      String trace) {
    return Map.of(
        MessageSystemAttributeNameForSends.AWS_TRACE_HEADER,
        MessageSystemAttributeValue.builder().dataType("String").stringValue(trace).build());
  }

  @Override
  public List<EntryAnswer> send(
      Destination destination, List<SendMessageBatchRequestEntry> entries) {
    String url = destination.target();
    SendMessageBatchResponse response =
        client(destination).sendMessageBatch(request -> request.queueUrl(url).entries(entries));
    EntryAnswers answers = new EntryAnswers();
    for (SendMessageBatchResultEntry taken : response.successful()) {
      answers.taken(taken.id(), taken.messageId());
    }
    for (BatchResultErrorEntry refused : response.failed()) {
      answers.refused(refused.id(), refused.code(), refused.senderFault());
    }
    return answers.of(entries.stream().map(SendMessageBatchRequestEntry::id).toList());
  }

  private SqsClient client(Destination destination) {
    return clients.in(QueueUrl.region(destination.target()));
  }

  @Override
  public void prepare(Destination destination) {
    client(destination);
  }

  @Override
  public void look(Destination destination) {
    String url = destination.target();
    client(destination)
        .getQueueAttributes(
            request -> request.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN));
  }

  @Override
  public String lookPermission() {
    return "sqs:GetQueueAttributes";
  }

  @Override
  public String name(Destination destination) {
    return "queue " + destination.target();
  }

  @Override
  public String permissions() {
    return "sqs:SendMessage on it, and kms:GenerateDataKey and kms:Decrypt on its key if it has one";
  }

  @Override
  public void close() {
    clients.close();
    connection.close();
  }
}
