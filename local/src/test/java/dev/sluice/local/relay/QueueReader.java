package dev.sluice.local.relay;

import dev.sluice.local.aws.AwsPlace;
import dev.sluice.local.aws.AwsPlaces;
import dev.sluice.local.aws.QueueConsumer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Reads a queue while it is being filled, until it has all that is expected and is empty. */
final class QueueReader implements AutoCloseable {

  private final CountDownLatch complete = new CountDownLatch(1);
  private final int expected;
  private final Arrivals arrivals = new Arrivals();
  private final QueueConsumer consumer;

  QueueReader(AwsPlaces places, AwsPlace place, int expected) {
    this.expected = expected;
    consumer = places.consume(place, this::receive);
  }

  private void receive(String body, Map<String, String> attributes) {
    arrivals.add(body, attributes);
    if (arrivals.distinct() >= expected) {
      complete.countDown();
    }
  }

  /** Everything that arrived, also what came once more than expected. */
  Arrivals toTheEnd(Duration atMost) throws InterruptedException {
    complete.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    consumer.finish();
    return arrivals;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
