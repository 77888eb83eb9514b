package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
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

  /** An exit in the middle of a stop waits for that, and deletes no files under its hands. */
  private record Cluster(KafkaClusterTestKit kit, ReentrantLock changing) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      changing.lock();
      try {
        kit.close();
      } finally {
        changing.unlock();
      }
    }
  }

  private final ExitGuard<Cluster> cluster;
  private final String bootstrapServers;

  private LocalKafka(ExitGuard<Cluster> cluster) {
    this.cluster = cluster;
    this.bootstrapServers = cluster.value().kit().bootstrapServers();
  }

  public static LocalKafka launch() {
    return launch(Map.of());
  }

  /** The settings override the broker's own. */
  public static LocalKafka launch(Map<String, String> settings) {
    try {
      return new LocalKafka(
          ExitGuard.open(() -> new Cluster(running(settings), new ReentrantLock())));
    } catch (Exception | LinkageError e) {
      // Kafka's static initialisers fail, and for good, in a JVM that is shutting down.
      throw new IllegalStateException("Kafka does not start", e);
    }
  }

  private static KafkaClusterTestKit running(Map<String, String> settings) throws Exception {
    Path directory = Files.createTempDirectory("sluice-kafka-");
    try {
      return start(cluster(directory, settings));
    } catch (Exception | LinkageError e) {
      Utils.delete(directory.toFile());
      throw e;
    }
  }

  private static KafkaClusterTestKit start(KafkaClusterTestKit cluster) throws Exception {
    try {
      format(cluster);
      cluster.startup();
      cluster.waitForReadyBrokers();
      return cluster;
    } catch (Exception | LinkageError e) {
      try (cluster) {
        throw e;
      }
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
    KafkaSettings.SMALL.forEach(builder::setConfigProp);
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
    cluster.value().changing().lock();
    try {
      broker().shutdown();
      broker().awaitShutdown();
    } finally {
      cluster.value().changing().unlock();
    }
  }

  public void start() {
    cluster.value().changing().lock();
    try {
      broker().startup();
      cluster.value().kit().waitForReadyBrokers();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka does not start again", e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while Kafka starts", e);
    } finally {
      cluster.value().changing().unlock();
    }
  }

  private BrokerServer broker() {
    return cluster.value().kit().brokers().values().iterator().next();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
