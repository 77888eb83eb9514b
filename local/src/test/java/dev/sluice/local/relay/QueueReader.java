package dev.sluice.local.relay;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/** Reads a queue while it is being filled, until it has all that is expected and is empty. */
final class QueueReader implements AutoCloseable {

  private final SqsClient sqs;
  private final AwsPlace place;
  private final CountDownLatch complete = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final int expected;
  final Arrivals arrivals = new Arrivals();
  private volatile boolean lastRound;
  private volatile boolean closed;

  /** A FIFO queue has one reader: the order is to be seen as it is kept. */
  QueueReader(SqsClient sqs, AwsPlace place, int expected) {
    this.sqs = sqs;
    this.place = place;
    this.expected = expected;
    int readers = place.fifo() ? 1 : 3;
    IntStream.range(0, readers).forEach(_ -> threads.execute(this::read));
  }

  private void read() {
    try {
      readAll();
    } catch (AbortedException _) {
      // Closed before the end, by a test that has failed.
    }
  }

  private void readAll() {
    while (!closed) {
      boolean last = lastRound;
      List<Message> messages = receive();
      messages.forEach(this::record);
      delete(messages);
      if (arrivals.distinct() >= expected) {
        complete.countDown();
      }
      if (last && messages.isEmpty()) {
        return;
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

  private void record(Message message) {
    if (place.bus()) {
      arrivals.addEvent(message.body());
      return;
    }
    Map<String, String> attributes = new HashMap<>();
    message
        .messageAttributes()
        .forEach((name, value) -> attributes.put(name, String.valueOf(value.stringValue())));
    arrivals.add(message.body(), attributes);
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

  /** Everything that arrived, also what came once more than expected. */
  Arrivals toTheEnd(Duration atMost) throws InterruptedException {
    complete.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    lastRound = true;
    threads.shutdown();
    threads.awaitTermination(1, TimeUnit.MINUTES);
    return arrivals;
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdownNow();
  }
}
