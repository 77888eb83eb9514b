package dev.sluice.kafka;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.wire.Body;
import dev.sluice.relay.wire.CloudEvent;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** A message as a Kafka record. */
final class KafkaRecords {

  /** What Kafka's own estimate adds to key, value and headers: one batch and one record. */
  private static final int OVERHEAD = 61 + 21;

  private static final int HEADER_OVERHEAD = 10;
  private static final String CONTENT_TYPE = "content-type";

  private KafkaRecords() {}

  /**
   * Carries no timestamp of its own: after a long outage the event's would be older than what the
   * topic accepts or retains.
   */
  static ProducerRecord<byte[], byte[]> of(Destination destination, OutboxMessage message) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            destination.target(),
            message.key().getBytes(StandardCharsets.UTF_8),
            value(destination.format(), message));
    addHeaders(record.headers(), destination.format(), message);
    return record;
  }

  /** An upper bound of what the record takes in a request. */
  static long size(ProducerRecord<byte[], byte[]> record) {
    long size = (long) OVERHEAD + record.key().length + record.value().length;
    for (Header header : record.headers()) {
      size += HEADER_OVERHEAD + 3L * header.key().length() + header.value().length;
    }
    return size;
  }

  private static byte[] value(Format format, OutboxMessage message) {
    return switch (format) {
      case RAW, CLOUDEVENTS -> message.payload();
      case ENVELOPE -> Body.of(format, message).bytes();
    };
  }

  private static void addHeaders(Headers headers, Format format, OutboxMessage message) {
    BiConsumer<String, String> add =
        (name, text) -> headers.add(name, text.getBytes(StandardCharsets.UTF_8));
    switch (format) {
      case CLOUDEVENTS -> CloudEvent.kafkaHeaders(message).forEach(add);
      case ENVELOPE -> message.forEachAttribute(add);
      case RAW -> {
        message.forEachAttribute(add);
        // Bytes alone do not say whether they are Avro or Protobuf.
        if (message.binary() && !message.headers().containsKey(CONTENT_TYPE)) {
          add.accept(CONTENT_TYPE, message.contentType());
        }
      }
    }
  }
}
