package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import kafka.server.BrokerServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A Kafka broker in this JVM, its own controller, on a port that it keeps: {@link #stop()} takes it
 * away, {@link #start()} brings it back with its records and at the same address.
 */
public final class LocalKafka implements AutoCloseable {

  private final KafkaClusterTestKit cluster;
  private final Thread atExit;
  private final String bootstrapServers;

  private LocalKafka(KafkaClusterTestKit cluster, Thread atExit) {
    this.cluster = cluster;
    this.atExit = atExit;
    this.bootstrapServers = cluster.bootstrapServers();
  }

  public static LocalKafka launch() {
    return launch(Map.of());
  }

  /** The settings override the broker's own. */
  public static LocalKafka launch(Map<String, String> settings) {
    try {
      Path directory = Files.createTempDirectory("sluice-kafka-");
      KafkaClusterTestKit cluster = cluster(directory, settings);
      Thread atExit = new Thread(() -> close(cluster), "sluice-close-kafka");
      Runtime.getRuntime().addShutdownHook(atExit);
      format(cluster);
      cluster.startup();
      cluster.waitForReadyBrokers();
      return new LocalKafka(cluster, atExit);
    } catch (IOException e) {
      throw new UncheckedIOException("Kafka does not start", e);
    } catch (Exception e) {
      throw new IllegalStateException("Kafka does not start", e);
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
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot create topic " + name, e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while creating topic " + name, e);
    }
  }

  /** The broker is gone: its port refuses connections. */
  public void stop() {
    broker().shutdown();
    broker().awaitShutdown();
  }

  public void start() {
    broker().startup();
    try {
      cluster.waitForReadyBrokers();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka does not start again", e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while Kafka starts", e);
    }
  }

  private BrokerServer broker() {
    return cluster.brokers().values().iterator().next();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This JVM is shutting down, and the hook does it.
      return;
    }
    close(cluster);
  }

  private static void close(KafkaClusterTestKit cluster) {
    try {
      cluster.close();
    } catch (Exception e) {
      throw new IllegalStateException("Kafka does not stop", e);
    }
  }
}
