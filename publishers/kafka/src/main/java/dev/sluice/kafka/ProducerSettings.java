package dev.sluice.kafka;

import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The producer's properties: KAFKA_LINGER_MS becomes linger.ms and wins over the default here. */
final class ProducerSettings {

  static final String PREFIX = "KAFKA_";

  private ProducerSettings() {}

  static Map<String, Object> of(PublisherContext context) {
    Map<String, Object> properties = defaults();
    putTimeouts(properties, TimeLimits.within(context.timeLimit()));
    context
        .environment()
        .forEach(
            (name, value) -> {
              if (name.startsWith(PREFIX) && !value.isBlank()) {
                properties.put(property(name), value.strip());
              }
            });
    putMskLogin(properties);
    return Map.copyOf(properties);
  }

  static String property(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  static String variable(String property) {
    return PREFIX + property.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  private static Map<String, Object> defaults() {
    Map<String, Object> properties = new HashMap<>();
    properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // A broker takes any first sequence number from a producer that a partition has not seen yet.
    // With two requests in
    // flight the second is therefore stored although the first was refused, idempotence or not.
    properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 1024 * 1024);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L * 1024 * 1024);
    properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
    // Shorter than the minute between two invocations, so that a thawed function finds no dead
    // connection.
    properties.put(ProducerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG, 45_000);
    properties.put(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 100);
    properties.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
    // Neither JMX nor telemetry pushed to the broker has a reader in a function; both cost start-up
    // time.
    properties.put(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
    properties.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    return properties;
  }

  private static void putTimeouts(Map<String, Object> properties, TimeLimits limits) {
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, limits.maxBlock().toMillis());
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(limits.delivery()));
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis(limits.request()));
    properties.put(
        ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, limits.connect().toMillis());
    properties.put(
        ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, limits.connect().toMillis());
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }

  private static void putMskLogin(Map<String, Object> properties) {
    if ("AWS_MSK_IAM".equals(properties.get(SaslConfigs.SASL_MECHANISM))
        && "SASL_SSL".equals(properties.get(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG))) {
      properties.putIfAbsent(
          SaslConfigs.SASL_JAAS_CONFIG, "software.amazon.msk.auth.iam.IAMLoginModule required;");
      properties.putIfAbsent(
          SaslConfigs.SASL_CLIENT_CALLBACK_HANDLER_CLASS,
          "software.amazon.msk.auth.iam.IAMClientCallbackHandler");
    }
  }
}
