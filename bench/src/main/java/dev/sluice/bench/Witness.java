package dev.sluice.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer that notes when each event arrives. */
final class Witness implements AutoCloseable {

  private static final String BEFORE_NUMBER = "{\"orderId\":\"order-";
  private static final int DIGITS = 10;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long PATIENCE = Duration.ofMinutes(1).toNanos();

  private final KafkaConsumer<byte[], byte[]> consumer;
  private long next;

  Witness(String bootstrapServers) {
    var bytes = new ByteArrayDeserializer();
    consumer =
        new KafkaConsumer<>(
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers), bytes, bytes);
    consumer.assign(KafkaBroker.PARTITIONS);
  }

  /** Until all have arrived, or none for a minute. */
  Latencies watch(int events, Traffic traffic) {
    consumer.seekToEnd(KafkaBroker.PARTITIONS);
    KafkaBroker.PARTITIONS.forEach(consumer::position);
    Latencies latencies = new Latencies(new long[events], new long[events]);
    long first = next;
    next += events;
    CompletableFuture<Void> appending = traffic.start(first, latencies.committedAt());
    int arrived = 0;
    long last = System.nanoTime();
    while (arrived < events && System.nanoTime() - last < PATIENCE) {
      for (ConsumerRecord<byte[], byte[]> event : consumer.poll(POLL)) {
        last = System.nanoTime();
        int i = (int) (number(event.value()) - first);
        if (i >= 0 && latencies.seenAt()[i] == 0) {
          latencies.seenAt()[i] = last;
          arrived++;
        }
      }
    }
    appending.join();
    return latencies;
  }

  private static long number(byte[] payload) {
    int from = BEFORE_NUMBER.length();
    return Long.parseLong(new String(payload, from, DIGITS, StandardCharsets.US_ASCII));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
