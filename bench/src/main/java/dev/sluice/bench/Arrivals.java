package dev.sluice.bench;

import dev.sluice.emulators.AwsStandIn;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Sees events arrive: at the stand-in, and as a consumer at the end of the topic. */
final class Arrivals implements AutoCloseable {

  private static final long NONE = Long.MIN_VALUE;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private volatile CompletableFuture<Long> first = new CompletableFuture<>();

  Arrivals(AwsStandIn aws, String bootstrapServers) {
    aws.observes(_ -> first.complete(System.nanoTime()));
    var bytes = new ByteArrayDeserializer();
    this.consumer =
        new KafkaConsumer<>(
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers), bytes, bytes);
    consumer.assign(KafkaBroker.PARTITIONS);
  }

  /** What came before does not count. */
  void expect() {
    first = new CompletableFuture<>();
    consumer.seekToEnd(KafkaBroker.PARTITIONS);
    KafkaBroker.PARTITIONS.forEach(consumer::position);
  }

  /** When the next one came, on the monotonic clock. */
  long await(Destination destination) {
    long at = destination == Destination.KAFKA ? awaitRecord() : awaitEntry();
    if (at == NONE) {
      throw new IllegalStateException("no event came to " + destination + " within a minute");
    }
    return at;
  }

  /** A broker answers a consumer as soon as there is a record. */
  private long awaitRecord() {
    return consumer.poll(Duration.ofMinutes(1)).isEmpty() ? NONE : System.nanoTime();
  }

  private long awaitEntry() {
    return first.completeOnTimeout(NONE, 1, TimeUnit.MINUTES).join();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
