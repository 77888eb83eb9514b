package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import kafka.server.BrokerServer;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * Kafka brokers in this JVM, one as a rule. The first is the controller too. Topics must be
 * created.
 */
public final class KafkaCluster {

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

  private KafkaCluster() {}

  /** Settings of a broker on a small machine. */
  public static Map<String, String> small() {
    return SMALL;
  }

  /** In a temporary directory. The settings override the broker's own. */
  public static KafkaClusterTestKit start(Map<String, String> settings) throws Exception {
    return start(1, settings);
  }

  public static KafkaClusterTestKit start(int brokers, Map<String, String> settings)
      throws Exception {
    return start(Files.createTempDirectory("sluice-kafka-"), brokers, settings);
  }

  static KafkaClusterTestKit start(Path directory, Map<String, String> settings) throws Exception {
    return start(directory, 1, settings);
  }

  private static KafkaClusterTestKit start(
      Path directory, int brokers, Map<String, String> settings) throws Exception {
    KafkaClusterTestKit cluster = null;
    try {
      cluster = cluster(directory, brokers, settings);
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

  /** One of several brokers. What only it has cannot be read or written until it is back. */
  public static void stop(KafkaClusterTestKit cluster, int broker) {
    BrokerServer server = broker(cluster, broker);
    server.shutdown();
    server.awaitShutdown();
  }

  public static void restart(KafkaClusterTestKit cluster, int broker) throws Exception {
    broker(cluster, broker).startup();
    cluster.waitForReadyBrokers();
  }

  private static BrokerServer broker(KafkaClusterTestKit cluster, int id) {
    return Objects.requireNonNull(cluster.brokers().get(id));
  }

  /**
   * Kafka prints what it formats; standard output is the caller's. One at a time, to restore it.
   */
  private static synchronized void format(KafkaClusterTestKit cluster) throws Exception {
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    try {
      cluster.format();
    } finally {
      System.setOut(out);
    }
  }

  private static KafkaClusterTestKit cluster(
      Path directory, int brokers, Map<String, String> settings) throws Exception {
    TestKitNodes nodes =
        new TestKitNodes.Builder()
            .setBaseDirectory(directory)
            .setBootstrapMetadataVersion(MetadataVersion.LATEST_PRODUCTION)
            .setCombined(true)
            .setNumControllerNodes(1)
            .setNumBrokerNodes(brokers)
            .build();
    var builder = new KafkaClusterTestKit.Builder(nodes);
    SMALL.forEach(builder::setConfigProp);
    settings.forEach(builder::setConfigProp);
    return builder.build();
  }
}
