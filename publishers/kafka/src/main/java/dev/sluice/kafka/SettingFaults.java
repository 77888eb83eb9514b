package dev.sluice.kafka;

import dev.sluice.relay.spi.PublisherContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.config.SaslConfigs;

/** What in KAFKA_* would stop the producer from starting, or break what Sluice promises. */
final class SettingFaults {

  private final PublisherContext context;
  private final Map<String, Object> settings;
  private final List<String> faults = new ArrayList<>();

  private SettingFaults(PublisherContext context) {
    this.context = context;
    this.settings = ProducerSettings.of(context);
  }

  static List<String> of(PublisherContext context, boolean ordered) {
    SettingFaults check = new SettingFaults(context);
    check.faults.addAll(BootstrapServers.faults(context.environment()));
    check.guarantees();
    check.requestsInFlight(ordered);
    check.bundledCodec();
    check.notOurs();
    check.sasl();
    check.timeouts();
    check.kafkaDefinitions();
    return check.faults;
  }

  private void guarantees() {
    String idempotence = "a retry may store an event twice or out of order";
    require(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, Set.of("true"), idempotence);
    String acks = "an acknowledged event may be lost with its leader";
    require(ProducerConfig.ACKS_CONFIG, Set.of("all", "-1"), acks);
    String keys = "events of one key may go to several partitions";
    require(ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, Set.of("false"), keys);
    if ("0".equals(text(ProducerConfig.RETRIES_CONFIG))) {
      fault(ProducerConfig.RETRIES_CONFIG, "=0: idempotence needs retries; remove it");
    }
  }

  private void requestsInFlight(boolean ordered) {
    String property = ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION;
    if (ordered) {
      require(property, Set.of("1"), "an event may overtake a refused one of its key");
    } else {
      require(property, Set.of("1", "2", "3", "4", "5"), "idempotence allows 5 at the most");
    }
  }

  private void require(String property, Set<String> allowed, String otherwise) {
    String value = text(property);
    if (isGiven(property) && !allowed.contains(value.toLowerCase(Locale.ROOT))) {
      fault(property, "=" + value + ": " + otherwise + "; remove it");
    }
  }

  private void bundledCodec() {
    String codec = text(ProducerConfig.COMPRESSION_TYPE_CONFIG);
    if (!Set.of("none", "gzip").contains(codec.toLowerCase(Locale.ROOT))) {
      String what = "=" + codec + " is not bundled; use gzip or none";
      fault(ProducerConfig.COMPRESSION_TYPE_CONFIG, what);
    }
  }

  private void notOurs() {
    Stream.of(
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ProducerConfig.PARTITIONER_CLASS_CONFIG)
        .filter(this::isGiven)
        .forEach(property -> fault(property, " is Sluice's to set; remove it"));
  }

  private void sasl() {
    String protocol = text(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
    if (isGiven(SaslConfigs.SASL_MECHANISM)
        && !protocol.toUpperCase(Locale.ROOT).startsWith("SASL_")) {
      fault(SaslConfigs.SASL_MECHANISM, " has no effect without KAFKA_SECURITY_PROTOCOL=SASL_SSL");
    }
  }

  private void timeouts() {
    belowLimit(ProducerConfig.MAX_BLOCK_MS_CONFIG);
    belowLimit(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
    long least =
        millis(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG) + millis(ProducerConfig.LINGER_MS_CONFIG);
    if (millis(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG) < least) {
      String sum = " is below KAFKA_REQUEST_TIMEOUT_MS plus KAFKA_LINGER_MS; it takes at least ";
      fault(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, sum + least);
    }
  }

  private void belowLimit(String property) {
    long limit = context.timeLimit().toMillis();
    if (isGiven(property) && millis(property) >= limit) {
      String what = " is not below the " + limit + " ms that a publish may take";
      fault(property, "=" + text(property) + what);
    }
  }

  /** Types and bounds; what is already reported is not reported twice. */
  private void kafkaDefinitions() {
    Map<String, String> properties = new HashMap<>();
    settings.keySet().forEach(property -> properties.put(property, text(property)));
    for (ConfigValue value : ProducerConfig.configDef().validate(properties)) {
      String variable = ProducerSettings.variable(value.name());
      if (isGiven(value.name()) && faults.stream().noneMatch(f -> f.startsWith(variable))) {
        value.errorMessages().stream()
            .findFirst()
            .ifPresent(message -> faults.add(variable + ": " + message));
      }
    }
  }

  private boolean isGiven(String property) {
    return !context.environment().getOrDefault(ProducerSettings.variable(property), "").isBlank();
  }

  private String text(String property) {
    Object value = settings.get(property);
    return switch (value) {
      case null -> "";
      case Class<?> type -> type.getName();
      default -> value.toString();
    };
  }

  /** Zero for what is no number: Kafka's own definition reports that. */
  private long millis(String property) {
    String value = text(property);
    return value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
  }

  private void fault(String property, String what) {
    faults.add(ProducerSettings.variable(property) + what);
  }
}
