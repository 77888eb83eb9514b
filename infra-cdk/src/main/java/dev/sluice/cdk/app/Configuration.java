package dev.sluice.cdk.app;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.cdk.AlarmThresholds;
import dev.sluice.cdk.AlarmTopic.Slack;
import dev.sluice.cdk.AuroraPostgres;
import dev.sluice.cdk.ExistingDatabase;
import dev.sluice.cdk.MskProvisioned;
import dev.sluice.cdk.PostgresInstance;
import dev.sluice.cdk.RelaySettings;
import dev.sluice.cdk.RunbookLinks;
import dev.sluice.cdk.SluiceAlarms;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A configuration as docs/schema/configuration.schema.json describes it, with its defaults.
 *
 * @param account empty: whichever the credentials belong to
 */
@JsonIgnoreProperties("$schema")
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
    RelayChoice relay,
    AlarmChoice alarms) {

  Configuration {
    tags = Map.copyOf(tags);
    routes = List.copyOf(routes);
  }

  /** By which the outbox, its stacks and its alarms are known. */
  String outbox() {
    return name + "-" + stage.name().toLowerCase(Locale.ROOT);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(name = "new", value = NetworkChoice.New.class),
    @JsonSubTypes.Type(name = "existing", value = NetworkChoice.Existing.class),
    @JsonSubTypes.Type(name = "none", value = NetworkChoice.None.class)
  })
  sealed interface NetworkChoice {
    record New(int zones) implements NetworkChoice {}

    record Existing(String vpcId, List<String> zones, List<String> subnetIds)
        implements NetworkChoice {}

    /** For a database that is reached over the internet. */
    record None() implements NetworkChoice {}
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(name = "instance", value = DatabaseChoice.Instance.class),
    @JsonSubTypes.Type(name = "aurora", value = DatabaseChoice.Aurora.class),
    @JsonSubTypes.Type(name = "existing", value = DatabaseChoice.Existing.class)
  })
  sealed interface DatabaseChoice {
    /**
     * @param clients security groups of applications that may connect
     */
    record Instance(
        @JsonUnwrapped PostgresInstance.Size size,
        boolean proxy,
        @JsonProperty("clientSecurityGroupIds") List<String> clients)
        implements DatabaseChoice {}

    /**
     * @param clients security groups of applications that may connect
     */
    record Aurora(
        @JsonUnwrapped AuroraPostgres.Capacity capacity,
        boolean proxy,
        @JsonProperty("clientSecurityGroupIds") List<String> clients)
        implements DatabaseChoice {}

    record Existing(
        String host,
        int port,
        String name,
        String parameters,
        String resourceId,
        Optional<String> identifier,
        Optional<String> securityGroupId,
        Migration migration)
        implements DatabaseChoice {

      record Migration(String user, Optional<String> secretArn, Optional<String> keyArn) {}

      ExistingDatabase database() {
        return new ExistingDatabase(
            host,
            port,
            name,
            parameters,
            resourceId,
            identifier,
            securityGroupId,
            migration.user(),
            migration.secretArn(),
            migration.keyArn());
      }
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(name = "none", value = KafkaChoice.None.class),
    @JsonSubTypes.Type(name = "serverless", value = KafkaChoice.Serverless.class),
    @JsonSubTypes.Type(name = "provisioned", value = KafkaChoice.Provisioned.class),
    @JsonSubTypes.Type(name = "existing", value = KafkaChoice.Existing.class)
  })
  sealed interface KafkaChoice {
    record None() implements KafkaChoice {}

    record Serverless() implements KafkaChoice {}

    record Provisioned(@JsonUnwrapped MskProvisioned.Size size) implements KafkaChoice {}

    record Existing(String arn, String bootstrapServers, Optional<String> securityGroupId)
        implements KafkaChoice {}
  }

  /**
   * One of topic, queue, bus and kafka is there: a name of what is to be made, or the ARN of what
   * exists.
   *
   * @param keyArn of the customer's key that encrypts a topic or queue that exists
   * @param policies format, order and so on, as SLUICE_ROUTES has them
   */
  record RouteChoice(
      String stream,
      Optional<String> topic,
      Optional<String> queue,
      Optional<String> bus,
      Optional<String> kafka,
      Optional<Integer> partitions,
      Optional<String> keyArn,
      @JsonAnySetter Map<String, Object> policies) {

    enum Kind {
      TOPIC,
      QUEUE,
      BUS,
      KAFKA
    }

    Kind kind() {
      return topic.isPresent()
          ? Kind.TOPIC
          : queue.isPresent() ? Kind.QUEUE : bus.isPresent() ? Kind.BUS : Kind.KAFKA;
    }

    String target() {
      return Stream.of(topic, queue, bus, kafka)
          .flatMap(Optional::stream)
          .findFirst()
          .orElseThrow();
    }

    boolean exists() {
      return target().startsWith("arn:");
    }

    boolean fifo() {
      return target().endsWith(".fifo");
    }
  }

  record RelayChoice(@JsonUnwrapped RelaySettings settings, boolean snapStart) {}

  record AlarmChoice(
      List<String> emails,
      Optional<Slack> slack,
      boolean encrypted,
      @JsonUnwrapped AlarmThresholds thresholds,
      Optional<String> runbooks,
      boolean composite) {

    SluiceAlarms.Settings settings() {
      return new SluiceAlarms.Settings(
          thresholds,
          runbooks.map(RunbookLinks::toPage).orElse(RunbookLinks.TO_DASHBOARD),
          composite);
    }
  }
}
