package dev.sluice.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What a consumer at the end of the topic sees; a broker answers it as soon as there is a record.
 */
final class TopicArrivals implements Arrivals, AutoCloseable {

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;

  TopicArrivals(String bootstrapServers, String topic) {
    Map<String, Object> settings =
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    var bytes = new ByteArrayDeserializer();
    this.consumer = new KafkaConsumer<>(settings, bytes, bytes);
    this.partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    consumer.assign(partitions);
  }

  @Override
  public void expect() {
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }

  @Override
  public long await() {
    if (consumer.poll(Duration.ofMinutes(1)).isEmpty()) {
      throw new IllegalStateException("no event came to the topic within a minute");
    }
    return System.nanoTime();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
