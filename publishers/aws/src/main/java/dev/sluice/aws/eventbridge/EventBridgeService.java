package dev.sluice.aws.eventbridge;

import dev.sluice.aws.Arn;
import dev.sluice.aws.AwsConnection;
import dev.sluice.aws.BatchService;
import dev.sluice.aws.EntryAnswer;
import dev.sluice.aws.RegionalClients;
import dev.sluice.aws.Sized;
import dev.sluice.aws.UnfitException;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/** The classic buses. */
final class EventBridgeService implements BatchService<PutEventsRequestEntry> {

  /** Here an entry does not say whose fault it is. */
  private static final Set<String> SERVER_FAULTS =
      Set.of(
          "InternalException",
          "InternalFailure",
          "InternalServerError",
          "ServiceUnavailable",
          "ServiceUnavailableException");

  private static final EntryAnswer NO_ANSWER = new EntryAnswer.Refused("NO_ANSWER", false);

  private final AwsConnection connection;
  private final RegionalClients<EventBridgeClient> clients;

  EventBridgeService(AwsConnection connection) {
    this.connection = connection;
    this.clients =
        new RegionalClients<>(
            region -> connection.client("EVENTBRIDGE", EventBridgeClient.builder(), region));
  }

  @Override
  public Sized<PutEventsRequestEntry> entry(
      Destination destination, OutboxMessage message, String id) throws UnfitException {
    return BusEvent.of(destination, message);
  }

  /** Answers come in the order of the entries. */
  @Override
  public List<EntryAnswer> send(Destination destination, List<PutEventsRequestEntry> entries) {
    List<PutEventsResultEntry> answers =
        client(destination).putEvents(request -> request.entries(entries)).entries();
    return answers.size() == entries.size()
        ? answers.stream().map(EventBridgeService::answer).toList()
        : entries.stream().<EntryAnswer>map(ignored -> NO_ANSWER).toList();
  }

  private static EntryAnswer answer(PutEventsResultEntry answer) {
    if (answer.errorCode() != null) {
      return new EntryAnswer.Refused(
          answer.errorCode(), !SERVER_FAULTS.contains(answer.errorCode()));
    }
    return answer.eventId() == null ? NO_ANSWER : new EntryAnswer.Taken(answer.eventId());
  }

  /** AWS takes events for a bus that does not exist. */
  @Override
  public boolean dropsInSilence() {
    return true;
  }

  @Override
  public void prepare(Destination destination) {
    client(destination);
  }

  @Override
  public void look(Destination destination) {
    client(destination).describeEventBus(request -> request.name(destination.target()));
  }

  @Override
  public String lookPermission() {
    return "events:DescribeEventBus";
  }

  private EventBridgeClient client(Destination destination) {
    return clients.in(Arn.region(destination.target()));
  }

  @Override
  public String name(Destination destination) {
    return "bus " + destination.target();
  }

  @Override
  public String permissions() {
    return "events:PutEvents and events:DescribeEventBus on it";
  }

  @Override
  public void close() {
    clients.close();
    connection.close();
  }
}
