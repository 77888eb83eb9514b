package dev.sluice.local.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a consumer of the topic saw, from its beginning. */
final class Ledger implements AutoCloseable {

  /** One record: its ordering key, and its number, which grows within the key. */
  record Entry(String key, long number) {}

  /** What the entries amount to, as a consumer that remembers numbers sees them. */
  record Balance(int distinct, int duplicates, int reordered) {
    Balance plus(Balance other) {
      return new Balance(
          distinct + other.distinct, duplicates + other.duplicates, reordered + other.reordered);
    }

    static Balance of(List<Entry> entries) {
      Set<Entry> seen = new HashSet<>();
      Map<String, Long> last = new HashMap<>();
      int reordered = 0;
      for (Entry entry : entries) {
        if (seen.add(entry)) {
          Long before = last.put(entry.key, entry.number);
          reordered += before != null && before > entry.number ? 1 : 0;
        }
      }
      return new Balance(seen.size(), entries.size() - seen.size(), reordered);
    }
  }

  private static final Pattern NUMBER = Pattern.compile("\"n\"\\s*:\\s*(\\d+)");

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final List<Entry> entries = new ArrayList<>();

  Ledger(String bootstrapServers, String topic) {
    Properties properties = new Properties();
    properties.setProperty("bootstrap.servers", bootstrapServers);
    properties.setProperty("auto.offset.reset", "earliest");
    properties.setProperty("enable.auto.commit", "false");
    consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    partitions =
        IntStream.range(0, RelayStack.PARTITIONS)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Waits until so many records are there. */
  Ledger await(int records, Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    while (entries.size() < records && System.nanoTime() < end) {
      poll();
    }
    return this;
  }

  /** Reads all that is there by now. */
  Balance balance() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
      poll();
    }
    return Balance.of(entries);
  }

  int records() {
    return entries.size();
  }

  private void poll() {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
      String stream = new String(record.headers().lastHeader("sluice-stream").value(), UTF_8);
      String key = new String(record.key(), UTF_8);
      Matcher number = NUMBER.matcher(new String(record.value(), UTF_8));
      entries.add(
          new Entry(stream + "/" + key, number.find() ? Long.parseLong(number.group(1)) : -1));
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
