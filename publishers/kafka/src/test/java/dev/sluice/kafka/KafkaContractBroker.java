package dev.sluice.kafka;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.contract.Received;
import dev.sluice.relay.contract.RefusingBroker;
import dev.sluice.relay.contract.Sample;
import dev.sluice.relay.contract.StoppableBroker;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherProvider;
import dev.sluice.relay.wire.CloudEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;

/** A real broker. It can be stopped, and refuses records that are larger than their topic takes. */
final class KafkaContractBroker implements RefusingBroker, StoppableBroker {

  private static final int PARTITIONS = 3;
  private static final int LARGEST_REQUEST = 1024 * 1024;

  private final KafkaBroker broker;

  KafkaContractBroker() throws Exception {
    broker = KafkaBroker.start();
  }

  @Override
  public PublisherProvider provider() {
    return new KafkaPublisherProvider();
  }

  @Override
  public Map<String, String> environment() {
    return Map.of("KAFKA_BOOTSTRAP_SERVERS", broker.bootstrapServers());
  }

  @Override
  public Destination destination(Format format) throws Exception {
    return create(format, Map.of());
  }

  @Override
  public Destination refusingDestination() throws Exception {
    return create(Format.RAW, Map.of("max.message.bytes", "20000"));
  }

  private Destination create(Format format, Map<String, String> settings) throws Exception {
    String topic = "contract-" + UUID.randomUUID();
    broker.createTopic(topic, PARTITIONS, settings);
    return Events.topic(topic, format);
  }

  @Override
  public Destination missingDestination() {
    return Events.topic("missing-" + UUID.randomUUID());
  }

  @Override
  public OutboxMessage refused(OutboxMessage message) {
    return Sample.padded(message, 21_000);
  }

  @Override
  public List<Received> received(Destination destination, int atLeast) throws Exception {
    String topic = destination.target();
    while (broker.stored(topic, PARTITIONS) < Math.min(atLeast, 1)) {
      Pause.briefly();
    }
    return broker.read(topic, PARTITIONS).stream().map(KafkaContractBroker::received).toList();
  }

  private static Received received(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new HashMap<>();
    record.headers().forEach(header -> headers.put(header.key(), text(header.value())));
    String id = headers.getOrDefault("sluice-id", headers.get("ce_id"));
    return new Received(UUID.fromString(id), record.value(), headers);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public byte[] body(Format format, OutboxMessage message) {
    return format == Format.CLOUDEVENTS
        ? message.payload()
        : RefusingBroker.super.body(format, message);
  }

  @Override
  public Map<String, String> attributes(Format format, OutboxMessage message) {
    return format == Format.CLOUDEVENTS ? CloudEvent.kafkaHeaders(message) : message.attributes();
  }

  @Override
  public int largestPayload(OutboxMessage message) {
    int payload = LARGEST_REQUEST - 1_000;
    return payload + LARGEST_REQUEST - estimate(Sample.padded(message, payload));
  }

  /** As the producer estimates it before it sends. */
  private static int estimate(OutboxMessage message) {
    ProducerRecord<byte[], byte[]> record = KafkaRecords.of(Events.topic("any"), message);
    return AbstractRecords.estimateSizeInBytesUpperBound(
        RecordBatch.CURRENT_MAGIC_VALUE,
        CompressionType.NONE,
        record.key(),
        record.value(),
        record.headers().toArray());
  }

  @Override
  public Duration shortTimeLimit() {
    return Duration.ofSeconds(6);
  }

  @Override
  public void stop() {
    broker.stop();
  }

  @Override
  public void start() throws Exception {
    broker.restart();
  }

  @Override
  public void close() throws Exception {
    broker.close();
  }
}
