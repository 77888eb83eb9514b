package dev.sluice.relay.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One producer from its first send to the failure that ends it. */
final class ProducerSession {

  private final Producer<byte[], byte[]> producer;
  private final AtomicBoolean closed = new AtomicBoolean();

  private final long maxRequestSize;

  ProducerSession(Map<String, Object> settings) {
    producer = new KafkaProducer<>(settings);
    maxRequestSize =
        Long.parseLong(
            String.valueOf(settings.get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG)).strip());
  }

  long maxRequestSize() {
    return maxRequestSize;
  }

  boolean isOpen() {
    return !closed.get();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback is told all that the future knows
  void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    producer.send(record, callback);
  }

  /**
   * Sends what lingers. Waiting for it here would also mean waiting for everybody else's records.
   */
  void flush() {
    Thread.startVirtualThread(producer::flush);
  }

  /**
   * Drops everything that is not acknowledged. In a callback it ends the sender's loop, so that
   * nothing behind the failed record is sent; every other callback is then called with a failure.
   */
  void abort() {
    if (closed.compareAndSet(false, true)) {
      producer.close(Duration.ZERO);
    }
  }

  /** As abort, for a caller that cannot wait for a sender that may be held up by DNS or a login. */
  void abandon() {
    if (closed.compareAndSet(false, true)) {
      Thread.startVirtualThread(() -> producer.close(Duration.ZERO));
    }
  }
}
