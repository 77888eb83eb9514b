package dev.sluice.bench.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.bench.SampleEvent;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * An event as a Kafka record, with the headers that the relay's have: everybody moves the same
 * bytes.
 */
record PeerRecord(
    long seq,
    UUID id,
    String stream,
    String type,
    String aggregateType,
    String aggregateId,
    String key,
    String headers,
    byte[] payload,
    Instant createdAt) {

  static final String COLUMNS =
      "seq, id, stream, event_type, aggregate_type, aggregate_id, partition_key, headers, payload,"
          + " created_at";

  /** Of a row with these columns. */
  static PeerRecord of(ResultSet row) throws SQLException {
    return new PeerRecord(
        row.getLong(1),
        Objects.requireNonNull(row.getObject(2, UUID.class)),
        text(row, 3),
        text(row, 4),
        text(row, 5),
        text(row, 6),
        text(row, 7),
        text(row, 8),
        Objects.requireNonNull(row.getBytes(9)),
        Objects.requireNonNull(row.getObject(10, OffsetDateTime.class)).toInstant());
  }

  static PeerRecord of(SampleEvent event) {
    return new PeerRecord(
        event.number(),
        event.id(),
        SampleEvent.STREAM,
        SampleEvent.TYPE,
        SampleEvent.AGGREGATE_TYPE,
        event.key(),
        event.key(),
        event.headersJson(),
        event.payload().getBytes(UTF_8),
        event.createdAt());
  }

  private static String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNull(row.getString(column));
  }

  ProducerRecord<byte[], byte[]> to(String topic) throws IOException {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, key.getBytes(UTF_8), payload);
    Headers all = record.headers();
    JSON.std.mapFrom(headers).forEach((name, value) -> add(all, name, String.valueOf(value)));
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
