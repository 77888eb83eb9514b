package dev.sluice.emulators;

import java.nio.file.Path;
import java.util.Map;

/** The Kafka broker of a build, in a process of its own. */
final class KafkaHost {

  private KafkaHost() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    var cluster = KafkaCluster.start(directory.resolve("data"), Map.of());
    BuildService.announce(directory, cluster.bootstrapServers());
    Thread.currentThread().join();
  }
}
