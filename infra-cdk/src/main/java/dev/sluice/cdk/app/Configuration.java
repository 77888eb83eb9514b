package dev.sluice.cdk.app;

import dev.sluice.cdk.AlarmTopic.Slack;
import dev.sluice.cdk.AuroraPostgres;
import dev.sluice.cdk.ExistingDatabase;
import dev.sluice.cdk.MskProvisioned;
import dev.sluice.cdk.PostgresInstance;
import dev.sluice.cdk.RelaySettings;
import dev.sluice.cdk.SluiceAlarms;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * All that the app can be told, read once.
 *
 * @param account empty: whichever the credentials belong to
 */
record Configuration(
    String name,
    Stage stage,
    Optional<String> account,
    Optional<String> region,
    Map<String, String> tags,
    NetworkChoice network,
    DatabaseChoice database,
    KafkaChoice kafka,
    List<RouteChoice> routes,
    RelaySettings relay,
    boolean snapStart,
    AlarmChoice alarms) {

  Configuration {
    tags = Map.copyOf(tags);
    routes = List.copyOf(routes);
  }

  /** By which the outbox, its stacks and its alarms are known. */
  String outbox() {
    return name + "-" + stage.name().toLowerCase(Locale.ROOT);
  }

  sealed interface NetworkChoice {
    record New(int zones) implements NetworkChoice {}

    record Existing(String vpcId, List<String> zones, List<String> subnetIds)
        implements NetworkChoice {}

    /** For a database that is reached over the internet. */
    record None() implements NetworkChoice {}
  }

  sealed interface DatabaseChoice {
    /**
     * @param clients security groups of applications that may connect
     */
    record Instance(PostgresInstance.Size size, boolean proxy, List<String> clients)
        implements DatabaseChoice {}

    /**
     * @param clients security groups of applications that may connect
     */
    record Aurora(AuroraPostgres.Capacity capacity, boolean proxy, List<String> clients)
        implements DatabaseChoice {}

    record Existing(ExistingDatabase database) implements DatabaseChoice {}
  }

  sealed interface KafkaChoice {
    record None() implements KafkaChoice {}

    record Serverless() implements KafkaChoice {}

    record Provisioned(MskProvisioned.Size size) implements KafkaChoice {}

    record Existing(String arn, String bootstrapServers, Optional<String> securityGroupId)
        implements KafkaChoice {}
  }

  /**
   * @param target a name of what is to be made, or the ARN of what exists
   * @param policies format, order and so on, as SLUICE_ROUTES has them
   * @param keyArn of the customer's key that encrypts a topic or queue that exists
   */
  record RouteChoice(
      String stream,
      Kind kind,
      String target,
      int partitions,
      Map<String, Object> policies,
      Optional<String> keyArn) {

    enum Kind {
      TOPIC,
      QUEUE,
      BUS,
      KAFKA
    }

    boolean exists() {
      return target.startsWith("arn:");
    }

    boolean fifo() {
      return target.endsWith(".fifo");
    }
  }

  record AlarmChoice(
      List<String> emails,
      Optional<Slack> slack,
      boolean encrypted,
      SluiceAlarms.Settings settings) {}
}
