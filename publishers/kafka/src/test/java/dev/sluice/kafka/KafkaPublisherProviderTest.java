package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaPublisherProviderTest {

  private final KafkaPublisherProvider provider = new KafkaPublisherProvider();

  @Test
  void isFoundByItsScheme() {
    assertThat(ServiceLoader.load(PublisherProvider.class))
        .filteredOn(found -> found.scheme().equals("kafka"))
        .hasOnlyElementsOfType(KafkaPublisherProvider.class)
        .hasSize(1);
  }

  @Test
  void bootstrapServersAreEnough() {
    assertThat(faults(Map.of())).isEmpty();
  }

  @Test
  void missingBootstrapServersAreAFault() {
    var context = new PublisherContext(Map.of(), Duration.ofSeconds(30));

    assertThat(provider.faults(Events.topic("orders"), context))
        .containsExactly(
            "KAFKA_BOOTSTRAP_SERVERS is missing: name the brokers as host:port,host:port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"broker", "broker:", ":9092", "broker:0", "broker:65536", "b:1,,c:2"})
  void malformedBootstrapServersAreAFault(String servers) {
    assertThat(faults(Map.of("KAFKA_BOOTSTRAP_SERVERS", servers)))
        .singleElement()
        .asString()
        .startsWith("KAFKA_BOOTSTRAP_SERVERS: '")
        .endsWith("' is not host:port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"b-1.msk.eu-west-1.amazonaws.com:9098", "[::1]:9092", "a:1, b:65535"})
  void bootstrapServersMayBeNamesAndAddresses(String servers) {
    assertThat(faults(Map.of("KAFKA_BOOTSTRAP_SERVERS", servers))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          .         | kafka:.: Kafka reserves the topic names . and ..
          ..        | kafka:..: Kafka reserves the topic names . and ..
          two words | kafka:two words: a topic's name consists of letters, digits, '.', '_' and '-'
          größe     | kafka:größe: a topic's name consists of letters, digits, '.', '_' and '-'
          a/b       | kafka:a/b: a topic's name consists of letters, digits, '.', '_' and '-'
          """)
  void illegalTopicNamesAreAFault(String topic, String fault) {
    assertThat(faults(topic, Map.of())).containsExactly(fault);
  }

  @Test
  void topicNamesHave249CharactersAtMost() {
    assertThat(faults("t".repeat(249), Map.of())).isEmpty();
    assertThat(faults("t".repeat(250), Map.of()))
        .containsExactly(
            "kafka:" + "t".repeat(250) + ": a topic's name has 249 characters at most, not 250");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          KAFKA_ENABLE_IDEMPOTENCE | false | =false: a retry may store an event twice or out of order; remove it
          KAFKA_ACKS | 1 | =1: an acknowledged event may be lost with its leader; remove it
          KAFKA_ACKS | 0 | =0: an acknowledged event may be lost with its leader; remove it
          KAFKA_MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION | 6 | =6: an event may overtake a refused one of its key; remove it
          KAFKA_MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION | 2 | =2: an event may overtake a refused one of its key; remove it
          KAFKA_PARTITIONER_IGNORE_KEYS | true | =true: events of one key may go to several partitions; remove it
          KAFKA_RETRIES | 0 | =0: idempotence needs retries; remove it
          KAFKA_COMPRESSION_TYPE | zstd | =zstd is not bundled; use gzip or none
          KAFKA_COMPRESSION_TYPE | lz4 | =lz4 is not bundled; use gzip or none
          KAFKA_COMPRESSION_TYPE | snappy | =snappy is not bundled; use gzip or none
          KAFKA_KEY_SERIALIZER | x.Y | ' is Sluice''s to set; remove it'
          KAFKA_VALUE_SERIALIZER | x.Y | ' is Sluice''s to set; remove it'
          KAFKA_TRANSACTIONAL_ID | me | ' is Sluice''s to set; remove it'
          KAFKA_PARTITIONER_CLASS | x.Y | ' is Sluice''s to set; remove it'
          KAFKA_SASL_MECHANISM | AWS_MSK_IAM | ' has no effect without KAFKA_SECURITY_PROTOCOL=SASL_SSL'
          KAFKA_DELIVERY_TIMEOUT_MS | 30000 | =30000 is not below the 30000 ms that a publish may take
          KAFKA_MAX_BLOCK_MS | 60000 | =60000 is not below the 30000 ms that a publish may take
          KAFKA_DELIVERY_TIMEOUT_MS | 1000 | ' is below KAFKA_REQUEST_TIMEOUT_MS plus KAFKA_LINGER_MS; it takes at least 7505'
          """)
  void settingsThatBreakAPromiseAreAFault(String variable, String value, String fault) {
    assertThat(faults(Map.of(variable, value))).containsExactly(variable + fault);
  }

  @ParameterizedTest
  @CsvSource({
    "KAFKA_LINGER_MS, soon",
    "KAFKA_BATCH_SIZE, -1",
    "KAFKA_MAX_REQUEST_SIZE, much",
  })
  void valuesThatKafkaRefusesAreAFault(String variable, String value) {
    assertThat(faults(Map.of(variable, value))).singleElement().asString().startsWith(variable);
  }

  @Test
  void allFaultsAreReportedAtOnce() {
    Map<String, String> settings = Map.of("KAFKA_ACKS", "1", "KAFKA_COMPRESSION_TYPE", "lz4");

    assertThat(faults("no topic", settings)).hasSize(3);
  }

  @Test
  void withoutOrderFiveRequestsMayBeInFlight() {
    Map<String, String> settings = environment(Map.of());
    settings.put("KAFKA_MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION", "5");
    var unordered = new Destination("kafka", "orders", Format.RAW, false);
    var context = new PublisherContext(settings, Duration.ofSeconds(30));

    assertThat(provider.faults(unordered, context)).isEmpty();
    settings.put("KAFKA_MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION", "6");
    var tooMany = new PublisherContext(settings, Duration.ofSeconds(30));
    assertThat(provider.faults(unordered, tooMany))
        .containsExactly(
            "KAFKA_MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION=6: idempotence allows 5 at the most;"
                + " remove it");
  }

  @Test
  void harmlessSettingsAreNoFault() {
    assertThat(
            faults(
                Map.of(
                    "KAFKA_ACKS", "-1",
                    "KAFKA_COMPRESSION_TYPE", "gzip",
                    "KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                    "KAFKA_SASL_MECHANISM", "AWS_MSK_IAM",
                    "KAFKA_LINGER_MS", " 0 ")))
        .isEmpty();
  }

  private List<String> faults(Map<String, String> settings) {
    return faults("orders", settings);
  }

  private List<String> faults(String topic, Map<String, String> settings) {
    var context = new PublisherContext(environment(settings), Duration.ofSeconds(30));
    return provider.faults(Events.topic(topic), context);
  }

  private static Map<String, String> environment(Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>();
    environment.put("KAFKA_BOOTSTRAP_SERVERS", "localhost:9092");
    environment.putAll(settings);
    return environment;
  }
}
