package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.KafkaCluster;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.junit.jupiter.api.Test;

/** Three brokers, nothing replicated, and one of them stops. */
final class LeaderlessPartitionIT {

  private static final int BROKERS = 3;
  private static final int KEYS = 60;

  @Test
  void eventsOfALeaderlessPartitionWaitAndAllOthersAreDelivered() throws Exception {
    Map<String, String> impatient =
        Map.of("broker.session.timeout.ms", "2000", "broker.heartbeat.interval.ms", "500");
    try (KafkaClusterTestKit kafka = KafkaCluster.start(BROKERS, impatient);
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
        DrainedLog log =
            new DrainedLog(
                "kafka:orders", Map.of("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic("orders", BROKERS, (short) 1))).all().get();
      log.append(KEYS, 1);
      log.drainUntil(() -> log.owedKeys().isEmpty());
      assertThat(log.owedKeys()).as("control: three brokers take everything").isEmpty();

      int stopped = BROKERS - 1; // the controller is another one
      int leaderless = partitionLedBy(admin, stopped);
      KafkaCluster.stop(kafka, stopped);

      Set<String> waiting =
          IntStream.rangeClosed(1, KEYS)
              .mapToObj(key -> "key-" + key)
              .filter(key -> partition(key) == leaderless)
              .collect(Collectors.toSet());
      assertThat(waiting).as("control: keys of both kinds").hasSizeBetween(1, KEYS - 1);

      log.append(waiting.iterator().next());
      log.drain(); // its event is the only one that is held
      log.append(KEYS, 5);
      log.drainUntil(() -> waiting.containsAll(log.owedKeys()));
      assertThat(log.owedKeys()).isEqualTo(waiting);
      assertThat(log.attemptsThatFailed()).isZero();

      KafkaCluster.restart(kafka, stopped);
      log.drainUntil(() -> log.owedKeys().isEmpty());
      assertThat(log.owedKeys()).isEmpty();
      assertThat(log.attemptsThatFailed()).isZero();
    }
  }

  private static int partitionLedBy(Admin admin, int broker) throws Exception {
    TopicDescription topic =
        Objects.requireNonNull(
            admin.describeTopics(List.of("orders")).allTopicNames().get().get("orders"));
    return IntStream.range(0, BROKERS)
        .filter(i -> topic.partitions().get(i).leader().id() == broker)
        .findFirst()
        .orElseThrow();
  }

  private static int partition(String key) {
    return BuiltInPartitioner.partitionForKey(key.getBytes(StandardCharsets.UTF_8), BROKERS);
  }
}
