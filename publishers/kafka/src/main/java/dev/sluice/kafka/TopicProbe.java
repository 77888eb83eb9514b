package dev.sluice.kafka;

import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Asks the brokers whether a topic that was unknown still is. */
final class TopicProbe {

  private final Map<String, Object> settings = new HashMap<>();
  private final int timeoutMillis;

  TopicProbe(Map<String, Object> producerSettings, Duration timeout) {
    producerSettings.forEach(
        (name, value) -> {
          if (AdminClientConfig.configNames().contains(name)) {
            settings.put(name, value);
          }
        });
    timeoutMillis = Math.toIntExact(timeout.toMillis());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMillis);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis);
  }

  /** Why nothing can be published to the topic; null if nothing speaks against it. */
  @Nullable Unavailable ask(String topic) {
    try (Admin admin = Admin.create(settings)) {
      admin
          .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(timeoutMillis))
          .allTopicNames()
          .get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause() instanceof Exception cause ? unavailable(topic, cause) : null;
    } catch (KafkaException e) {
      return unavailable(topic, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return KafkaErrors.outage(topic, "interrupted");
    }
  }

  /** The same for an operator. */
  Finding look(String topic) {
    Unavailable reason = ask(topic);
    if (reason == null) {
      return new Finding.Ready("topic " + topic + " is there; writing to it was not tried");
    }
    return switch (reason.code()) {
      case KafkaErrors.AUTHORIZATION ->
          new Finding.Unknown(
              "topic " + topic + " may not be inspected (" + reason.code() + ")",
              "allow this function kafka-cluster:Connect and kafka-cluster:DescribeTopic, or the ACL"
                  + " DESCRIBE; the relay needs WriteData and WriteDataIdempotently, or WRITE, too");
      case KafkaErrors.UNKNOWN_TOPIC ->
          new Finding.Obstructed(
              "topic " + topic + " does not exist",
              "create it, or correct the route; brokers that create topics may do so themselves");
      case KafkaErrors.OUTAGE ->
          new Finding.Obstructed(
              reason.reason(),
              "check KAFKA_BOOTSTRAP_SERVERS, the security groups, and that the brokers run");
      default ->
          new Finding.Obstructed(reason.reason(), "correct the KAFKA_ settings or the route");
    };
  }

  private static Unavailable unavailable(String topic, Exception failure) {
    PublishOutcome outcome = KafkaErrors.outcome(topic, failure);
    return outcome instanceof Unavailable unavailable
        ? unavailable
        : KafkaErrors.outage(topic, KafkaErrors.name(failure));
  }
}
