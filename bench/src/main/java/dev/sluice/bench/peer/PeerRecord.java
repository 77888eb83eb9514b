package dev.sluice.bench.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * An event as a Kafka record, with the headers that the relay's have: everybody moves the same
 * bytes.
 */
record PeerRecord(
    UUID id,
    String stream,
    String type,
    String aggregateType,
    String aggregateId,
    String key,
    byte[] payload,
    Map<String, String> headers,
    Instant createdAt) {

  ProducerRecord<byte[], byte[]> to(String topic) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, key.getBytes(UTF_8), payload);
    Headers all = record.headers();
    headers.forEach((name, value) -> add(all, name, value));
    add(all, "sluice-id", id.toString());
    add(all, "sluice-type", type);
    add(all, "sluice-stream", stream);
    add(all, "sluice-key", key);
    add(all, "sluice-created-at", createdAt.toString());
    add(all, "sluice-aggregate-type", aggregateType);
    add(all, "sluice-aggregate-id", aggregateId);
    return record;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(UTF_8));
  }
}
