package dev.sluice.kafka;

import dev.sluice.emulators.KafkaCluster;
import dev.sluice.emulators.Pause;
import dev.sluice.emulators.SharedKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import kafka.server.BrokerServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.test.KafkaClusterTestKit;

/**
 * A real KRaft broker: the build's, or one of a test's own that it may stop. Topics are not created
 * by writing to them.
 */
final class KafkaBroker implements AutoCloseable {

  private final String bootstrapServers;
  private final Optional<KafkaClusterTestKit> own;

  private KafkaBroker(String bootstrapServers, Optional<KafkaClusterTestKit> own) {
    this.bootstrapServers = bootstrapServers;
    this.own = own;
  }

  static KafkaBroker shared() {
    return new KafkaBroker(SharedKafka.bootstrapServers(), Optional.empty());
  }

  static KafkaBroker start() throws Exception {
    return start(Map.of());
  }

  static KafkaBroker start(Map<String, String> settings) throws Exception {
    KafkaClusterTestKit cluster = KafkaCluster.start(settings);
    return new KafkaBroker(cluster.bootstrapServers(), Optional.of(cluster));
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  void createTopic(String topic, int partitions, Map<String, String> settings) throws Exception {
    try (Admin admin = admin()) {
      NewTopic creation =
          new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(settings);
      admin.createTopics(List.of(creation)).all().get();
      while (!isKnown(admin, topic)) {
        Pause.briefly();
      }
    }
  }

  /** The controller answers before the broker knows the topic. */
  private static boolean isKnown(Admin admin, String topic) throws Exception {
    try {
      admin.describeTopics(List.of(topic)).allTopicNames().get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  /** Everything in the topic, per partition in the order of the log. */
  List<ConsumerRecord<byte[], byte[]>> read(String topic, int partitions) {
    // Closing a consumer waits for the answer to its last question.
    Map<String, Object> settings =
        Map.of("bootstrap.servers", bootstrapServers, "fetch.max.wait.ms", 10);
    var deserializer = new ByteArrayDeserializer();
    List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(i -> new TopicPartition(topic, i)).toList();
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (var consumer = new KafkaConsumer<>(settings, deserializer, deserializer)) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (all.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    records.sort(
        Comparator.<ConsumerRecord<byte[], byte[]>>comparingInt(ConsumerRecord::partition)
            .thenComparingLong(ConsumerRecord::offset));
    return records;
  }

  /** How many records the topic holds. */
  long stored(String topic, int partitions) throws Exception {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (int i = 0; i < partitions; i++) {
      latest.put(new TopicPartition(topic, i), OffsetSpec.latest());
    }
    try (Admin admin = admin()) {
      return admin.listOffsets(latest).all().get().values().stream()
          .mapToLong(ListOffsetsResultInfo::offset)
          .sum();
    }
  }

  void stop() {
    for (BrokerServer broker : own.orElseThrow().brokers().values()) {
      broker.shutdown();
      broker.awaitShutdown();
    }
  }

  void restart() throws Exception {
    own.orElseThrow().brokers().values().forEach(BrokerServer::startup);
    own.orElseThrow().waitForReadyBrokers();
  }

  @Override
  public void close() throws Exception {
    if (own.isPresent()) {
      own.get().close();
    }
  }
}
