package dev.sluice.aws.sns;

import dev.sluice.aws.Arn;
import dev.sluice.aws.AwsConnection;
import dev.sluice.aws.BatchService;
import dev.sluice.aws.EntryAnswer;
import dev.sluice.aws.EntryAnswers;
import dev.sluice.aws.MessageAttributes;
import dev.sluice.aws.MessageGroup;
import dev.sluice.aws.RegionalClients;
import dev.sluice.aws.Sized;
import dev.sluice.aws.TextBody;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;
import software.amazon.awssdk.services.sns.model.PublishBatchResultEntry;

/** Topics, standard and FIFO. */
final class SnsService implements BatchService<PublishBatchRequestEntry> {

  private final AwsConnection connection;
  private final RegionalClients<SnsClient> clients;

  SnsService(AwsConnection connection) {
    this.connection = connection;
    this.clients =
        new RegionalClients<>(
            region -> connection.client("SNS", SnsClient.builder(), region, new FormInterceptor()));
  }

  static boolean isFifo(Destination destination) {
    return destination.target().endsWith(".fifo");
  }

  @Override
  public Sized<PublishBatchRequestEntry> entry(
      Destination destination, OutboxMessage message, String id) {
    TextBody body = TextBody.of(destination.format(), message);
    Map<String, String> attributes = MessageAttributes.of(message, body);
    PublishBatchRequestEntry.Builder entry =
        PublishBatchRequestEntry.builder()
            .id(id)
            .messageGroupId(MessageGroup.of(message.key()))
            .message(body.text())
            .messageAttributes(values(attributes));
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

  @Override
  public List<EntryAnswer> send(Destination destination, List<PublishBatchRequestEntry> entries) {
    String topic = destination.target();
    PublishBatchResponse response =
        client(destination)
            .publishBatch(request -> request.topicArn(topic).publishBatchRequestEntries(entries));
    EntryAnswers answers = new EntryAnswers();
    for (PublishBatchResultEntry taken : response.successful()) {
      answers.taken(taken.id(), taken.messageId());
    }
    for (BatchResultErrorEntry refused : response.failed()) {
      answers.refused(refused.id(), refused.code(), refused.senderFault());
    }
    return answers.of(entries.stream().map(PublishBatchRequestEntry::id).toList());
  }

  private SnsClient client(Destination destination) {
    return clients.in(Arn.region(destination.target()));
  }

  @Override
  public void prepare(Destination destination) {
    client(destination);
  }

  @Override
  public void look(Destination destination) {
    client(destination).getTopicAttributes(request -> request.topicArn(destination.target()));
  }

  @Override
  public String lookPermission() {
    return "sns:GetTopicAttributes";
  }

  @Override
  public String name(Destination destination) {
    return "topic " + destination.target();
  }

  @Override
  public String permissions() {
    return "sns:Publish on it, and kms:GenerateDataKey and kms:Decrypt on its key if it has one";
  }

  @Override
  public void close() {
    clients.close();
    connection.close();
  }
}
