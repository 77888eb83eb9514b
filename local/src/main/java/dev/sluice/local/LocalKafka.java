package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.apache.kafka.common.test.TestKitNodes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A Kafka broker in this JVM, its own controller, on a port that it keeps: {@link #stop()} takes it
 * away, {@link #start()} brings it back with its records and at the same address.
 */
public final class LocalKafka implements AutoCloseable {

  /** On a small machine: few threads, few internal partitions, nothing replicated. */
  private static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("num.network.threads", "2"),
          Map.entry("num.io.threads", "4"),
          Map.entry("background.threads", "2"),
          Map.entry("num.recovery.threads.per.data.dir", "1"),
          Map.entry("log.cleaner.threads", "1"),
          Map.entry("offsets.topic.replication.factor", "1"),
          Map.entry("offsets.topic.num.partitions", "1"),
          Map.entry("transaction.state.log.replication.factor", "1"),
          Map.entry("transaction.state.log.min.isr", "1"),
          Map.entry("transaction.state.log.num.partitions", "1"),
          Map.entry("share.coordinator.state.topic.replication.factor", "1"),
          Map.entry("share.coordinator.state.topic.min.isr", "1"),
          Map.entry("share.coordinator.state.topic.num.partitions", "1"),
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("auto.create.topics.enable", "false"),
          Map.entry("controlled.shutdown.enable", "false"));

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
    return new LocalKafka(ExitGuard.open("Kafka", () -> running(settings)));
  }

  private static KafkaClusterTestKit running(Map<String, String> settings) throws Exception {
    Path directory = Files.createTempDirectory("sluice-kafka-");
    KafkaClusterTestKit cluster = null;
    try {
      cluster = cluster(directory, settings);
      format(cluster);
      cluster.startup();
      cluster.waitForReadyBrokers();
      return cluster;
    } catch (Exception | LinkageError e) {
      Utils.closeQuietly(cluster, "the broker that does not start");
      Utils.delete(directory.toFile());
      throw e;
    }
  }

  /** Kafka prints what it formats; standard output is the caller's. */
  private static void format(KafkaClusterTestKit cluster) throws Exception {
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    try {
      cluster.format();
    } finally {
      System.setOut(out);
    }
  }

  private static KafkaClusterTestKit cluster(Path directory, Map<String, String> settings)
      throws Exception {
    TestKitNodes nodes =
        new TestKitNodes.Builder()
            .setBaseDirectory(directory)
            .setBootstrapMetadataVersion(MetadataVersion.LATEST_PRODUCTION)
            .setCombined(true)
            .setNumControllerNodes(1)
            .setNumBrokerNodes(1)
            .build();
    var builder = new KafkaClusterTestKit.Builder(nodes);
    SMALL.forEach(builder::setConfigProp);
    settings.forEach(builder::setConfigProp);
    return builder.build();
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
