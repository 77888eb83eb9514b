package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.aws.sqs.SqsPublisherProvider;
import dev.sluice.emulators.AwsStandIn;
import dev.sluice.emulators.Credentials;
import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInCall;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Destinations that are busy at once do not wait for each other's connections. */
final class ManyDestinationsIT {

  private static final int QUEUES = 5;
  private static final int CALLS = 2;

  /** All of them and all their calls would be more than a function may have open. */
  private static final int MANY_QUEUES = 40;

  private static final int MANY_CALLS = 20;

  @Test
  void everyDestinationHasAllItsCallsInFlight() {
    CountDownLatch allInFlight = new CountDownLatch(QUEUES * CALLS);
    try (AwsStandIn aws = AwsStandIn.start()) {
      aws.answers(call -> whenAllAreInFlight(call, allInFlight));
      publishToAll(aws, QUEUES, CALLS);
      assertThat(aws.counts().mostInFlight()).isEqualTo(QUEUES * CALLS);
    }
  }

  @Test
  void connectionsOfManyDestinationsAreNoMoreThanAFunctionMayHaveOpen() {
    int shares = CallBudget.MOST / MANY_QUEUES * MANY_QUEUES;
    CountDownLatch allInFlight = new CountDownLatch(shares);
    CountDownLatch tooMany = new CountDownLatch(CallBudget.MOST + MANY_QUEUES + 1);
    AtomicBoolean waited = new AtomicBoolean();
    try (AwsStandIn aws = AwsStandIn.start()) {
      aws.answers(
          call -> {
            tooMany.countDown();
            StandInAnswer answer = whenAllAreInFlight(call, allInFlight);
            if (!waited.get()) {
              await(tooMany, 1); // time for one more than there may be
              waited.set(true);
            }
            return answer;
          });
      publishToAll(aws, MANY_QUEUES, MANY_CALLS);
      assertThat(aws.counts().mostInFlight()).isBetween(shares, CallBudget.MOST + MANY_QUEUES);
    }
  }

  private static void publishToAll(AwsStandIn aws, int queues, int calls) {
    Credentials.provide();
    try (Publisher publisher = publisher(aws, calls);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Boolean>> published =
          IntStream.range(0, queues)
              .mapToObj(
                  queue ->
                      CompletableFuture.supplyAsync(
                          () -> publish(publisher, aws, queue, calls), threads))
              .toList();
      assertThat(published).allMatch(CompletableFuture::join);
    }
  }

  private static Publisher publisher(AwsStandIn aws, int calls) {
    Map<String, String> environment =
        Map.of(
            "AWS_ENDPOINT_URL", aws.endpoint().toString(),
            "AWS_REGION", "us-east-1",
            "SLUICE_SQS_CALLS", Integer.toString(calls));
    return new SqsPublisherProvider()
        .open(new PublisherContext(environment, Duration.ofSeconds(40)));
  }

  private static StandInAnswer whenAllAreInFlight(StandInCall call, CountDownLatch all) {
    all.countDown();
    return await(all, 10)
        ? StandInAnswer.accept()
        : StandInAnswer.refused(400, "AccessDenied", call.target() + " waited in vain");
  }

  private static boolean await(CountDownLatch latch, int seconds) {
    try {
      return latch.await(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean publish(Publisher publisher, AwsStandIn aws, int queue, int calls) {
    String url = aws.endpoint() + "/000000000000/queue-" + queue;
    return publisher
        .publish(new Destination("sqs", url, Format.RAW, false), Batches.messages(calls * 10))
        .stream()
        .allMatch(Delivered.class::isInstance);
  }
}
