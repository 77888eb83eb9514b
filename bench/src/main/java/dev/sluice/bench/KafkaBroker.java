package dev.sluice.bench;

import static java.util.stream.Collectors.toMap;

import dev.sluice.local.LocalKafka;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Kafka in this JVM, with the topic that everybody publishes to. */
final class KafkaBroker implements Broker {

  static final String TOPIC = "events";
  static final List<TopicPartition> PARTITIONS =
      IntStream.range(0, 6).mapToObj(number -> new TopicPartition(TOPIC, number)).toList();
  private static final long TO_THE_END = -1;

  private final LocalKafka kafka;
  private final Admin admin;

  private KafkaBroker(LocalKafka kafka) {
    this.kafka = kafka;
    this.admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()));
  }

  static KafkaBroker start() {
    LocalKafka kafka = LocalKafka.launch();
    kafka.createTopic(TOPIC, PARTITIONS.size());
    return new KafkaBroker(kafka);
  }

  @Override
  public String endpoint() {
    return kafka.bootstrapServers();
  }

  @Override
  public long pid() {
    return ProcessHandle.current().pid();
  }

  /** Frees the disk; the offsets go on. */
  @Override
  public void forget() {
    result(admin.deleteRecords(partitions(RecordsToDelete.beforeOffset(TO_THE_END))).all());
  }

  @Override
  public Taken taken() {
    var ends = result(admin.listOffsets(partitions(OffsetSpec.latest())).all()).values();
    long records = ends.stream().mapToLong(ListOffsetsResultInfo::offset).sum();
    return new Taken(records, Map.of(), List.of());
  }

  /** The same for each of them. */
  private static <T> Map<TopicPartition, T> partitions(T value) {
    return PARTITIONS.stream().collect(toMap(Function.identity(), _ -> value));
  }

  private static <T> T result(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka refuses", e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while asking Kafka", e);
    }
  }

  @Override
  public void close() {
    try (kafka) {
      admin.close();
    }
  }
}
