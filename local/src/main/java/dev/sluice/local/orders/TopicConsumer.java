package dev.sluice.local.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads topics from their beginning, through outages of the broker. */
public final class TopicConsumer implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);

  private final Map<String, Place> places;
  private final Consumer<Arrival> sink;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread reader;
  private volatile boolean closed;

  public TopicConsumer(String brokers, List<Place> places, int partitions, Consumer<Arrival> sink) {
    this.places = places.stream().collect(toMap(TopicConsumer::topic, Function.identity()));
    this.sink = sink;
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", brokers,
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all =
        this.places.keySet().stream()
            .flatMap(
                topic ->
                    IntStream.range(0, partitions)
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
    reader = Thread.ofPlatform().daemon().name("topics").start(this::read);
  }

  public static String topic(Place place) {
    return place.destination().substring("kafka:".length());
  }

  private void read() {
    try (consumer) {
      while (!closed) {
        consumer.poll(POLL).forEach(this::hand);
      }
    }
  }

  private void hand(ConsumerRecord<byte[], byte[]> record) {
    Place place = places.get(record.topic());
    if (place != null) {
      Map<String, String> metadata =
          Arrays.stream(record.headers().toArray())
              .collect(
                  toMap(Header::key, header -> new String(header.value(), UTF_8), (a, _) -> a));
      String body = new String(record.value(), UTF_8);
      sink.accept(Arrival.of(place, body, metadata, record.timestamp()));
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
