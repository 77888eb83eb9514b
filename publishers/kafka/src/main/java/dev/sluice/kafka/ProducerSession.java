package dev.sluice.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One producer from its first send to the failure that ends it. */
final class ProducerSession {

  private final Producer<byte[], byte[]> producer;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch gone = new CountDownLatch(1);
  private final long maxRequestSize;
  private volatile boolean aborted;

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
    return !closing.get();
  }

  /** Whether the sender's loop was told to end: nothing that is not in flight will be sent. */
  boolean isAborted() {
    return aborted;
  }

  /** Learns where the topic's partitions are, within max.block.ms. */
  void prepare(String topic) {
    producer.partitionsFor(topic);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback is told all that the future knows
  void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    producer.send(record, callback);
  }

  /**
   * Sends what lingers, and waits until everything that was handed over before is answered. False
   * if it is not in time.
   */
  boolean flush(Deadline deadline) {
    FutureTask<Boolean> flush = new FutureTask<>(producer::flush, true);
    Thread.startVirtualThread(flush);
    try {
      return flush.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * For callbacks in the sender's thread. It ends the sender's loop before the callback returns, so
   * that nothing behind the failed record is sent, and every other callback is called with a
   * failure. An abandon that another thread began may not have come so far: abort does not rely on
   * it.
   */
  void abort() {
    if (!aborted) {
      producer.close(Duration.ZERO);
      aborted = true;
    }
    abandon();
  }

  /**
   * Drops everything that is not acknowledged, beside the caller, who cannot wait for a sender that
   * may be held up by DNS or a login.
   */
  void abandon() {
    if (closing.compareAndSet(false, true)) {
      Thread.startVirtualThread(
          () -> {
            try {
              producer.close(Duration.ZERO);
            } finally {
              aborted = true;
              gone.countDown();
            }
          });
    }
  }

  boolean isGone() {
    return gone.getCount() == 0;
  }

  /** Waits for the end of an abandoned producer: every callback was called, no thread is left. */
  void awaitEnd(Deadline deadline) throws InterruptedException {
    var unused = gone.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
  }
}
