package dev.sluice.bench;

import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** The topic that everybody publishes to. */
final class Topic implements AutoCloseable {

  private final Admin admin;
  private final List<TopicPartition> partitions;

  Topic(String bootstrapServers, String name) {
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    this.partitions =
        result(admin.describeTopics(List.of(name)).allTopicNames()).values().stream()
            .flatMap(topic -> topic.partitions().stream())
            .map(partition -> new TopicPartition(name, partition.partition()))
            .toList();
  }

  /** How many records it has been given; a record that was stored twice counts twice. */
  long size() {
    return ends().values().stream().mapToLong(ListOffsetsResultInfo::offset).sum();
  }

  /** Lets the disk go; the offsets go on. */
  void discard() {
    Map<TopicPartition, RecordsToDelete> all =
        ends().entrySet().stream()
            .collect(
                toMap(
                    Map.Entry::getKey,
                    end -> RecordsToDelete.beforeOffset(end.getValue().offset())));
    result(admin.deleteRecords(all).all());
  }

  private Map<TopicPartition, ListOffsetsResultInfo> ends() {
    Map<TopicPartition, OffsetSpec> latest =
        partitions.stream().collect(toMap(Function.identity(), _ -> OffsetSpec.latest()));
    return result(admin.listOffsets(latest).all());
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
    admin.close();
  }
}
