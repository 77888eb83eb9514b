package dev.sluice.bench.peer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Where a peer finds its database and its broker: in the variables that the relay has too. */
record PeerSettings(Map<String, String> environment) {

  static PeerSettings read() {
    return new PeerSettings(System.getenv());
  }

  /**
   * As the driver has it by default: statements are prepared on the server, rows come in binary.
   */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(value("SLUICE_DB_URL"), value("SLUICE_DB_USER"), "");
  }

  String topic() {
    return value("BENCH_TOPIC");
  }

  /**
   * The relay's own; a test compares them. Only the time limits are longer, so that none is met.
   */
  Map<String, Object> producer() {
    return Map.ofEntries(
        Map.entry(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, value("KAFKA_BOOTSTRAP_SERVERS")),
        Map.entry(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class),
        Map.entry(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class),
        Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
        Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
        Map.entry(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1),
        Map.entry(ProducerConfig.LINGER_MS_CONFIG, 5),
        Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024),
        Map.entry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 1024 * 1024),
        Map.entry(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L * 1024 * 1024),
        Map.entry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none"),
        Map.entry(ProducerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG, 45_000),
        Map.entry(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 100),
        Map.entry(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000),
        Map.entry(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, ""),
        Map.entry(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false));
  }

  String value(String name) {
    return Objects.requireNonNull(environment.get(name), name);
  }
}
