package dev.sluice.local.aws;

import static java.util.stream.Collectors.toMap;

import dev.sluice.local.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/** Empties the queue behind a place while it is being filled. */
public final class QueueConsumer implements AutoCloseable {

  /** Where the messages go, with the attributes that the relay gave them. */
  public interface Sink {
    void receive(String body, Map<String, String> attributes);
  }

  private final SqsClient sqs;
  private final AwsPlace place;
  private final Sink sink;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean lastRound;
  private volatile boolean closed;

  /** A FIFO queue has one reader: the order is to be seen as it is kept. */
  QueueConsumer(SqsClient sqs, AwsPlace place, Sink sink) {
    this.sqs = sqs;
    this.place = place;
    this.sink = sink;
    int readers = place.fifo() ? 1 : 3;
    IntStream.range(0, readers).forEach(_ -> threads.execute(this::read));
  }

  private void read() {
    try {
      boolean last;
      List<Message> messages;
      do {
        last = lastRound;
        messages = receive();
        messages.forEach(this::hand);
        delete(messages);
      } while (!closed && !(last && messages.isEmpty()));
    } catch (SdkClientException e) {
      if (!closed) {
        throw e;
      }
    }
  }

  private List<Message> receive() {
    return sqs.receiveMessage(
            request ->
                request
                    .queueUrl(place.queue())
                    .maxNumberOfMessages(10)
                    .waitTimeSeconds(1)
                    .messageAttributeNames("All"))
        .messages();
  }

  private void hand(Message message) {
    sink.receive(message.body(), place.bus() ? resources(message.body()) : attributes(message));
  }

  private static Map<String, String> attributes(Message message) {
    return message.messageAttributes().entrySet().stream()
        .collect(toMap(Map.Entry::getKey, entry -> String.valueOf(entry.getValue().stringValue())));
  }

  /** An event as a rule hands it to a queue; what a bus has no room for is in its resources. */
  private static Map<String, String> resources(String json) {
    try {
      Map<?, ?> event = Json.fields(json);
      Map<String, String> attributes = new HashMap<>();
      attributes.put("sluice-stream", String.valueOf(event.get("source")));
      if (event.get("resources") instanceof List<?> resources) {
        resources.stream()
            .map(resource -> String.valueOf(resource).split("=", 2))
            .filter(pair -> pair.length == 2)
            .forEach(pair -> attributes.put(pair[0], pair[1]));
      }
      return attributes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void delete(List<Message> messages) {
    if (messages.isEmpty()) {
      return;
    }
    List<DeleteMessageBatchRequestEntry> entries =
        IntStream.range(0, messages.size())
            .mapToObj(
                i ->
                    DeleteMessageBatchRequestEntry.builder()
                        .id("m" + i)
                        .receiptHandle(messages.get(i).receiptHandle())
                        .build())
            .toList();
    sqs.deleteMessageBatch(request -> request.queueUrl(place.queue()).entries(entries));
  }

  /** Returns when the queue is empty, or when a minute is over. */
  public void finish() throws InterruptedException {
    lastRound = true;
    threads.shutdown();
    threads.awaitTermination(1, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdownNow();
  }
}
