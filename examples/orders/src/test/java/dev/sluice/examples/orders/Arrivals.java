package dev.sluice.examples.orders;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** What a consumer of the topic gets, by key, in the order of its arrival. */
final class Arrivals implements AutoCloseable {

  private final JsonMapper json;
  private final KafkaConsumer<String, String> consumer;
  private final Map<String, List<Order>> byKey = new LinkedHashMap<>();
  private final List<String> types = new ArrayList<>();

  Arrivals(JsonMapper json, String bootstrapServers, String topic) {
    this.json = json;
    Properties properties = new Properties();
    properties.setProperty("bootstrap.servers", bootstrapServers);
    consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Polls until so many are there and the rest of the topic is read. */
  Arrivals await(int records, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    BooleanSupplier waiting = () -> count() < records && System.nanoTime() < end;
    while (waiting.getAsBoolean() || !atTheEnd()) {
      consumer.poll(Duration.ofMillis(100)).forEach(this::add);
    }
    return this;
  }

  private boolean atTheEnd() {
    return consumer.endOffsets(consumer.assignment()).entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private void add(ConsumerRecord<String, String> record) {
    Order order = json.readValue(record.value(), Order.class);
    byKey.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(order);
    types.add(new String(record.headers().lastHeader("sluice-type").value(), UTF_8));
  }

  int count() {
    return types.size();
  }

  long count(String type) {
    return types.stream().filter(type::equals).count();
  }

  Set<String> keys() {
    return byKey.keySet();
  }

  List<Order> of(String key) {
    return byKey.getOrDefault(key, List.of());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
