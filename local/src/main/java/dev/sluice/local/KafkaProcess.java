package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.emulators.KafkaCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Utils;

/**
 * A Kafka broker in a process of its own, so that it can be killed; its own controller. It keeps
 * its ports and its records. One of its two listeners is advertised by another's port, of a proxy
 * that stands between it and some of its clients.
 */
public final class KafkaProcess implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final Duration START = Duration.ofMinutes(1);

  private static final class Broker implements AutoCloseable {
    private final Path directory;
    private Process process;

    Broker(Path directory) throws IOException {
      this.directory = directory;
      this.process = start();
    }

    private Process start() throws IOException {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      return new ProcessBuilder(
              List.of(
                  java,
                  "-Xmx512m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  "kafka.Kafka",
                  properties().toString()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
          .start();
    }

    private Path properties() {
      return directory.resolve("server.properties");
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly().onExit().join();
      Utils.delete(directory.toFile());
    }
  }

  private final int ownPort = freePort();
  private final int behindProxy = freePort();
  private final ExitGuard<Broker> broker;

  private KafkaProcess(Proxied proxied, Map<String, String> settings) {
    int advertised = proxied.portBefore(behindProxy);
    broker = ExitGuard.open("Kafka", () -> format(listeners(advertised), settings));
    awaitReady();
  }

  /** Stands before a port. */
  public interface Proxied {
    /** The port that clients see instead. */
    int portBefore(int port);
  }

  /** The settings override the broker's own. */
  public static KafkaProcess launch(Proxied proxied, Map<String, String> settings) {
    return new KafkaProcess(proxied, settings);
  }

  private Map<String, String> listeners(int advertised) {
    int controller = freePort();
    String own = "OWN://" + HOST + ":" + ownPort;
    return Map.of(
        "process.roles", "broker,controller",
        "node.id", "1",
        "controller.quorum.voters", "1@" + HOST + ":" + controller,
        "listeners",
            own
                + ",PROXIED://"
                + HOST
                + ":"
                + behindProxy
                + ",CONTROLLER://"
                + HOST
                + ":"
                + controller,
        "advertised.listeners", own + ",PROXIED://" + HOST + ":" + advertised,
        "listener.security.protocol.map", "OWN:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "inter.broker.listener.name", "OWN",
        "controller.listener.names", "CONTROLLER");
  }

  private static Broker format(Map<String, String> listeners, Map<String, String> settings)
      throws IOException {
    Path directory = Files.createTempDirectory("sluice-kafka-");
    Properties properties = new Properties();
    properties.putAll(KafkaCluster.small());
    properties.putAll(listeners);
    properties.setProperty("log.dirs", directory.resolve("data").toString());
    properties.putAll(settings);
    Path file = directory.resolve("server.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    String[] format = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
    int exitCode =
        StorageTool.execute(format, new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    if (exitCode != 0) {
      throw new IOException("the broker's storage cannot be formatted in " + directory);
    }
    return new Broker(directory);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free", e);
    }
  }

  /** Of the listener that no proxy stands before. */
  public String bootstrapServers() {
    return HOST + ":" + ownPort;
  }

  public void createTopic(String name, int partitions, Map<String, String> config) {
    new KafkaTopics(bootstrapServers()).create(name, partitions, config);
  }

  public void configureTopic(String name, Map<String, String> config) {
    new KafkaTopics(bootstrapServers()).configure(name, config);
  }

  /** SIGKILL. Returns when it is gone. */
  public void kill() {
    broker.change(running -> running.process.destroyForcibly().onExit().join());
  }

  /** SIGTERM: it closes its files. Returns when it is gone. */
  public void stop() {
    broker.change(
        running -> {
          running.process.destroy();
          running.process.onExit().join();
        });
  }

  /** Returns when it serves. */
  public void start() {
    broker.change(running -> running.process = running.start());
    awaitReady();
  }

  private void awaitReady() {
    long end = System.nanoTime() + START.toNanos();
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers());
    try (Admin admin = Admin.create(settings)) {
      while (!serves(admin)) {
        if (System.nanoTime() > end || !broker.value().process.isAlive()) {
          throw new IllegalStateException(
              "the broker does not start; see " + broker.value().directory.resolve("log"));
        }
      }
    }
  }

  private static boolean serves(Admin admin) {
    try {
      return !admin.describeCluster().nodes().get(1, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the broker starts", e);
    }
  }

  @Override
  public void close() {
    broker.close();
  }
}
