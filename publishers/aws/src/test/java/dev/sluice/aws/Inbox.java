package dev.sluice.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.contract.Received;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/** All that has arrived in a queue, in its order. */
final class Inbox {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SqsClient sqs;
  private final String queue;
  private final AwsTarget target;
  private final List<Received> received = new ArrayList<>();

  Inbox(SqsClient sqs, String queue, AwsTarget target) {
    this.sqs = sqs;
    this.queue = queue;
    this.target = target;
  }

  /** Until there are so many, or nothing has come for long; and then what came beside. */
  synchronized List<Received> received(int atLeast) {
    long patience = System.nanoTime() + PATIENCE.toNanos();
    while (received.size() < atLeast && System.nanoTime() < patience) {
      if (receive(1) > 0) {
        patience = System.nanoTime() + PATIENCE.toNanos();
      }
    }
    while (receive(0) > 0) {
      // more than was asked for
    }
    return List.copyOf(received);
  }

  private int receive(int seconds) {
    List<Message> messages =
        sqs.receiveMessage(
                request ->
                    request
                        .queueUrl(queue)
                        .maxNumberOfMessages(10)
                        .waitTimeSeconds(seconds)
                        .messageAttributeNames("All"))
            .messages();
    messages.forEach(message -> received.add(read(message)));
    if (!messages.isEmpty()) {
      delete(messages);
    }
    return messages.size();
  }

  private void delete(List<Message> messages) {
    List<DeleteMessageBatchRequestEntry> entries =
        IntStream.range(0, messages.size())
            .mapToObj(
                i ->
                    DeleteMessageBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .receiptHandle(messages.get(i).receiptHandle())
                        .build())
            .toList();
    sqs.deleteMessageBatch(request -> request.queueUrl(queue).entries(entries));
  }

  private Received read(Message message) {
    if (target instanceof BusTarget) {
      return event(message.body());
    }
    Map<String, String> attributes = new HashMap<>();
    message.messageAttributes().forEach((name, value) -> attributes.put(name, value.stringValue()));
    return MessageTarget.read(message.body(), attributes);
  }

  /** A rule hands on the whole event. */
  private static Received event(String body) {
    try {
      Map<String, Object> event = JSON.std.mapFrom(body);
      List<?> resources = (List<?>) Objects.requireNonNull(event.get("resources"));
      return BusTarget.read(
          JSON.std.asString(event.get("detail")), resources.stream().map(String::valueOf).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A bus parses the detail and writes it anew. */
  static byte[] canonical(byte[] json) {
    try {
      return JSON.std.asString(JSON.std.mapFrom(json)).getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
