package dev.sluice.local;

import dev.sluice.emulators.KafkaCluster;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import kafka.server.BrokerServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.test.KafkaClusterTestKit;

/**
 * A Kafka broker in this JVM, its own controller, on a port that it keeps: {@link #stop()} takes it
 * away, {@link #start()} brings it back with its records and at the same address.
 */
public final class LocalKafka implements AutoCloseable {

  private final ExitGuard<KafkaClusterTestKit> cluster;
  private final String bootstrapServers;

  private LocalKafka(ExitGuard<KafkaClusterTestKit> cluster) {
    this.cluster = cluster;
    this.bootstrapServers = cluster.value().bootstrapServers();
  }

  public static LocalKafka launch() {
    return launch(Map.of());
  }

  /** The settings override the broker's own. */
  public static LocalKafka launch(Map<String, String> settings) {
    return new LocalKafka(ExitGuard.open("Kafka", () -> KafkaCluster.start(settings)));
  }

  public String bootstrapServers() {
    return bootstrapServers;
  }

  public void createTopic(String name, int partitions) {
    createTopic(name, partitions, Map.of());
  }

  /** Returns when the topic has its leaders. */
  public void createTopic(String name, int partitions, Map<String, String> config) {
    NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(config);
    administer(admin -> admin.createTopics(List.of(topic)).all(), "create topic " + name);
  }

  public void configureTopic(String name, Map<String, String> config) {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
    List<AlterConfigOp> changes =
        config.entrySet().stream()
            .map(entry -> new ConfigEntry(entry.getKey(), entry.getValue()))
            .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
            .toList();
    administer(
        admin -> admin.incrementalAlterConfigs(Map.of(topic, changes)).all(), "configure " + name);
  }

  private void administer(Function<Admin, KafkaFuture<Void>> change, String what) {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
      change.apply(admin).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot " + what, e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted: " + what, e);
    }
  }

  /** The broker is gone: its port refuses connections. */
  public void stop() {
    cluster.change(
        kit -> {
          broker(kit).shutdown();
          broker(kit).awaitShutdown();
        });
  }

  public void start() {
    cluster.change(
        kit -> {
          broker(kit).startup();
          kit.waitForReadyBrokers();
        });
  }

  private static BrokerServer broker(KafkaClusterTestKit kit) {
    return kit.brokers().values().iterator().next();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
