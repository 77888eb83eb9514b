package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.Publisher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a consumer reads of what was published. */
@TestInstance(Lifecycle.PER_CLASS)
class KafkaRecordsIT {

  private final KafkaBroker broker;
  private final Publisher publisher;

  KafkaRecordsIT() throws Exception {
    broker = KafkaBroker.shared();
    publisher = Events.publisher(broker.bootstrapServers(), Duration.ofSeconds(30));
  }

  @AfterAll
  void stopBroker() throws Exception {
    publisher.close();
    broker.close();
  }

  @Test
  void rawIsThePayloadWithItsMetadataInHeaders() throws Exception {
    ConsumerRecord<byte[], byte[]> record =
        published(Format.RAW, Events.event(7, "key-7", "{\"total\":1}"));

    assertThat(text(record.key())).isEqualTo("key-7");
    assertThat(text(record.value())).isEqualTo("{\"total\":1}");
    assertThat(headers(record))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "sluice-id", new UUID(0x0190_0000_0000_7000L, 7).toString(),
                "sluice-type", "OrderPlaced",
                "sluice-stream", "orders",
                "sluice-key", "key-7",
                "sluice-created-at", "2026-11-18T10:15:30.123456Z",
                "sluice-aggregate-type", "Order",
                "sluice-aggregate-id", "key-7",
                "traceparent", Events.TRACEPARENT,
                "tenant", "blue"));
  }

  @Test
  void envelopeIsOneJsonObjectAndKeepsTheHeaders() throws Exception {
    ConsumerRecord<byte[], byte[]> record =
        published(Format.ENVELOPE, Events.event(7, "key-7", "{\"total\":1}"));

    assertThat(JSON.std.mapFrom(record.value()))
        .containsEntry("type", "OrderPlaced")
        .containsEntry("key", "key-7")
        .containsEntry("payload", Map.of("total", 1));
    assertThat(headers(record)).containsEntry("sluice-type", "OrderPlaced");
  }

  @Test
  void cloudEventIsInBinaryMode() throws Exception {
    ConsumerRecord<byte[], byte[]> record =
        published(Format.CLOUDEVENTS, Events.event(7, "key-7", "{\"total\":1}"));

    assertThat(text(record.key())).isEqualTo("key-7");
    assertThat(text(record.value())).isEqualTo("{\"total\":1}");
    assertThat(headers(record))
        .containsEntry("ce_specversion", "1.0")
        .containsEntry("ce_source", "/sluice/orders")
        .containsEntry("ce_type", "OrderPlaced")
        .containsEntry("ce_subject", "key-7")
        .containsEntry("ce_partitionkey", "key-7")
        .containsEntry("content-type", "application/json")
        .containsEntry("tenant", "blue");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "quote\"d", "a\u0000b\u001f", "ключ-鍵-😀", "\u2028\u2029", "key\n\r\t"})
  void oddKeysAndHeadersAndValuesArriveAsTheyWere(String odd) throws Exception {
    OutboxMessage message = withHeader(Events.event(1, odd, "\"" + "ü😀\u2028" + "\""), odd);

    ConsumerRecord<byte[], byte[]> record = published(Format.RAW, message);

    assertThat(text(record.key())).isEqualTo(odd);
    assertThat(text(record.value())).isEqualTo("\"ü😀\u2028\"");
    assertThat(headers(record)).containsEntry("naïve-😀", odd).containsEntry("sluice-key", odd);
  }

  @Test
  void halfASurrogatePairIsSentAsWhatUtf8MakesOfIt() throws Exception {
    ConsumerRecord<byte[], byte[]> record =
        published(Format.RAW, Events.event(1, "a\ud83db", "{}"));

    assertThat(text(record.key())).isEqualTo("a?b");
  }

  @Test
  void bytesArriveAsTheyWereAndSayWhatTheyAre() throws Exception {
    byte[] bytes = {0, -1, 127, -128, '"'};

    ConsumerRecord<byte[], byte[]> record =
        published(Format.RAW, Events.event(1, "k", bytes, true, "application/avro"));

    assertThat(record.value()).isEqualTo(bytes);
    assertThat(headers(record)).containsEntry("content-type", "application/avro");
  }

  @Test
  void emptyPayloadsAreEmptyAndNoTombstones() throws Exception {
    ConsumerRecord<byte[], byte[]> record =
        published(Format.RAW, Events.event(1, "k", new byte[0], true, "application/avro"));

    assertThat(record.value()).isNotNull().isEmpty();
  }

  private ConsumerRecord<byte[], byte[]> published(Format format, OutboxMessage message)
      throws Exception {
    String topic = "t-" + UUID.randomUUID();
    broker.createTopic(topic, 1, Map.of());
    assertThat(publisher.publish(Events.topic(topic, format), List.of(message)))
        .containsExactly(new Delivered(topic + "-0@0"));
    return broker.read(topic, 1).getFirst();
  }

  private static OutboxMessage withHeader(OutboxMessage event, String value) {
    return new OutboxMessage(
        event.seq(),
        event.id(),
        event.stream(),
        event.eventType(),
        event.aggregateType(),
        event.aggregateId(),
        event.key(),
        event.payload(),
        event.binary(),
        event.contentType(),
        Map.of("naïve-😀", value),
        event.createdAt(),
        event.attempt());
  }

  private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new HashMap<>();
    record.headers().forEach(header -> headers.put(header.key(), text(header.value())));
    assertThat(headers).hasSize(record.headers().toArray().length);
    return headers;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
