package dev.sluice.relay.kafka;

import dev.sluice.relay.spi.PublishOutcome.Delivered;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Hands a call's messages to one producer, in order, and waits until each has been answered. */
final class Pass {

  private final PublishCall call;
  private final ProducerSession session;
  private final int[] selection;
  private final AtomicIntegerArray answered;
  private final CountDownLatch unanswered;
  private final Thread caller = Thread.currentThread();
  private @Nullable Map<PublishCall.OrderKey, Integer> lastOfKey;

  Pass(PublishCall call, ProducerSession session, int[] selection) {
    this.call = call;
    this.session = session;
    this.selection = selection;
    this.answered = new AtomicIntegerArray(selection.length);
    this.unanswered = new CountDownLatch(selection.length);
  }

  void run(Deadline deadline, long graceNanos) {
    handOver(deadline);
    session.flush();
    try {
      if (!unanswered.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
        session.abandon();
        var _ = unanswered.await(graceNanos, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException _) {
      session.abandon();
      call.makeUnavailable(Failures.outage(call.topic(), "interrupted"));
      Thread.currentThread().interrupt();
    }
  }

  private void handOver(Deadline deadline) {
    for (int position = 0; position < selection.length; position++) {
      boolean over = call.unavailable() != null || !session.isOpen() || deadline.hasPassed();
      if (over || call.isBehind(selection[position])) {
        skip(position);
      } else {
        send(position);
      }
    }
  }

  private void send(int position) {
    ProducerRecord<byte[], byte[]> record =
        Records.of(call.destination(), call.message(selection[position]));
    try {
      session.send(record, (metadata, failure) -> answer(position, metadata, failure, record));
    } catch (KafkaException | IllegalStateException e) {
      // Thrown and not called back: the producer itself is done for, and must take nothing of this
      // key any more.
      session.abandon();
      answer(position, null, e, record);
    }
  }

  private void skip(int position) {
    answered.set(position, 1);
    unanswered.countDown();
  }

  /** Kafka may both throw and call back; the first counts. */
  private void answer(
      int position,
      @Nullable RecordMetadata metadata,
      @Nullable Exception failure,
      ProducerRecord<byte[], byte[]> record) {
    if (answered.compareAndSet(position, 0, 1)) {
      try {
        if (failure != null) {
          fail(position, failure, record);
        } else if (metadata != null) {
          call.settle(selection[position], delivered(metadata));
        }
      } finally {
        unanswered.countDown();
      }
    }
  }

  private static Delivered delivered(RecordMetadata metadata) {
    return new Delivered(metadata.topic() + "-" + metadata.partition() + "@" + metadata.offset());
  }

  private void fail(int position, Exception failure, ProducerRecord<byte[], byte[]> record) {
    if (!Failures.isCollateral(failure)) {
      call.settle(
          selection[position],
          failure instanceof RecordTooLargeException
              ? Failures.tooLarge(call.topic(), Records.size(record), session.maxRequestSize())
              : Failures.outcome(call.topic(), failure));
    }
    if (Thread.currentThread() == caller) {
      if (Failures.endsProducer(failure)) {
        session.abandon();
      }
    } else if (Failures.endsProducer(failure) || isFollowed(position)) {
      session.abort();
    }
  }

  /** Called by the sender's thread alone. */
  private boolean isFollowed(int position) {
    if (!call.destination().ordered()) {
      return false;
    }
    Map<PublishCall.OrderKey, Integer> last = lastOfKey;
    if (last == null) {
      last = HashMap.newHashMap(selection.length);
      for (int i = 0; i < selection.length; i++) {
        last.put(call.key(selection[i]), i);
      }
      lastOfKey = last;
    }
    return last.getOrDefault(call.key(selection[position]), position) > position;
  }
}
