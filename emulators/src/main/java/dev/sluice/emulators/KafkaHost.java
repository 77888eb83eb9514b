package dev.sluice.emulators;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.apache.kafka.server.common.MetadataVersion;

/** The Kafka broker of a build, in a process of its own. */
public final class KafkaHost {

  private KafkaHost() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    KafkaClusterTestKit cluster = cluster(directory.resolve("data"), Map.of());
    BuildService.announce(directory, cluster.bootstrapServers());
    Thread.currentThread().join();
  }

  /** One broker that is its own controller, in this JVM. */
  public static KafkaClusterTestKit cluster(Path directory, Map<String, String> settings)
      throws Exception {
    TestKitNodes nodes =
        new TestKitNodes.Builder()
            .setBaseDirectory(directory)
            .setBootstrapMetadataVersion(MetadataVersion.LATEST_PRODUCTION)
            .setCombined(true)
            .setNumBrokerNodes(1)
            .setNumControllerNodes(1)
            .build();
    KafkaClusterTestKit.Builder builder =
        new KafkaClusterTestKit.Builder(nodes)
            .setConfigProp("auto.create.topics.enable", "false")
            .setConfigProp("offsets.topic.replication.factor", "1")
            .setConfigProp("offsets.topic.num.partitions", "1")
            .setConfigProp("group.initial.rebalance.delay.ms", "0")
            .setConfigProp("controlled.shutdown.enable", "false");
    settings.forEach(builder::setConfigProp);
    KafkaClusterTestKit cluster = builder.build();
    cluster.format();
    cluster.startup();
    cluster.waitForReadyBrokers();
    return cluster;
  }
}
