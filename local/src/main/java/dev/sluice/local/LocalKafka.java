package dev.sluice.local;

import dev.sluice.emulators.KafkaCluster;
import java.util.Map;
import kafka.server.BrokerServer;
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
    new KafkaTopics(bootstrapServers).create(name, partitions, config);
  }

  public void configureTopic(String name, Map<String, String> config) {
    new KafkaTopics(bootstrapServers).configure(name, config);
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
