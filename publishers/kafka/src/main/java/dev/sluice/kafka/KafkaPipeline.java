package dev.sluice.kafka;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Pipeline;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Calls that overlap on one producer, which keeps their order. The first failure ends the pipeline,
 * and closes the producer in its own callback if messages of the same key may be behind it: then
 * the producer sends none of them.
 *
 * <p>Two threads could miss each other here: one hands a message over, the other learns that an
 * earlier message of its key failed. The first marks the message as handed over and then looks
 * whether the pipeline is over; the second ends the pipeline and then looks what was handed over.
 * So one of them sees the other, and either the message is not sent or the producer is closed.
 */
final class KafkaPipeline implements Pipeline {

  private static final NotSent NOT_SENT = new NotSent();

  private final Destination destination;
  private final Producers producers;
  private final UnknownTopics unknownTopics;
  private final Suspects suspects;
  private final CallTimer timer;
  private final TimeLimits limits;
  private final Queue<PipelineCall> calls = new ConcurrentLinkedQueue<>();
  private volatile @Nullable ProducerSession session;
  private volatile boolean over;

  KafkaPipeline(
      Destination destination,
      Producers producers,
      UnknownTopics unknownTopics,
      Suspects suspects,
      CallTimer timer,
      TimeLimits limits) {
    this.destination = destination;
    this.producers = producers;
    this.unknownTopics = unknownTopics;
    this.suspects = suspects;
    this.timer = timer;
    this.limits = limits;
  }

  @Override
  public void send(List<OutboxMessage> messages, Consumer<List<PublishOutcome>> answer) {
    if (messages.isEmpty()) {
      answer.accept(List.of());
    } else {
      send(messages, Deadline.in(limits.call()), answer);
    }
  }

  void send(
      List<OutboxMessage> messages, Deadline deadline, Consumer<List<PublishOutcome>> answer) {
    PipelineCall call = new PipelineCall(messages, destination.ordered(), answer, calls::remove);
    calls.add(call);
    if (!timer.start(call, deadline, () -> abandon(call), () -> giveUp(call))) {
      over = true;
    }
    handOver(call, over ? null : producer(call), Deadline.in(limits.maxBlock()));
  }

  /** Whether another pipeline may get further than this one. */
  boolean mayBeFollowed() {
    return !producers.isClosed() && !Thread.currentThread().isInterrupted();
  }

  /** A broker that is slow to make room ends the pipeline too: send is to return. */
  private void handOver(PipelineCall call, @Nullable ProducerSession producer, Deadline deadline) {
    for (int i = 0; i < call.size(); i++) {
      boolean suspect = suspects.any() && suspects.contains(destination.target(), call.message(i));
      boolean ready = !suspect || over || producer == null || producer.flush(deadline);
      call.hand(i); // before the look at 'over'
      if (over || producer == null || !producer.isOpen() || !ready || deadline.hasPassed()) {
        over = true;
        call.settle(i, NOT_SENT);
      } else {
        send(producer, call, i, suspect || (call.size() == 1 && calls.size() == 1));
        if (suspect && !producer.flush(deadline)) {
          over = true;
        }
      }
    }
  }

  private @Nullable ProducerSession producer(PipelineCall call) {
    ProducerSession current = session;
    if (current == null) {
      try {
        current = open(call);
        session = current;
      } catch (KafkaException e) {
        call.settle(0, KafkaErrors.unbuildable(destination.target(), e));
      }
    }
    return current;
  }

  private @Nullable ProducerSession open(PipelineCall call) {
    Unavailable obstacle = unknownTopics.obstacle(destination.target());
    if (obstacle != null) {
      call.settle(0, obstacle);
      return null;
    }
    return producers.open().orElse(null);
  }

  /** Alone in its batch, it answers for itself. */
  private void send(ProducerSession producer, PipelineCall call, int index, boolean alone) {
    try {
      producer.send(
          KafkaRecords.of(destination, call.message(index)),
          (metadata, failure) -> answer(producer, call, index, alone, metadata, failure));
    } catch (RuntimeException e) {
      // Thrown and not called back: the producer itself is done for.
      over = true;
      producer.abandon();
      call.settle(index, judge(producer, false, call, index, true, e));
    }
  }

  private void answer(
      ProducerSession producer,
      PipelineCall call,
      int index,
      boolean alone,
      @Nullable RecordMetadata metadata,
      @Nullable Exception failure) {
    if (failure != null) {
      boolean open = producer.isOpen();
      over = true;
      stop(producer, call, index, failure);
      call.settle(index, judge(producer, open, call, index, alone, failure));
    } else {
      Objects.requireNonNull(metadata);
      if (alone) {
        suspects.remove(destination.target(), call.message(index));
      }
      call.settle(
          index,
          new Delivered(metadata.topic() + "-" + metadata.partition() + "@" + metadata.offset()));
    }
  }

  private void stop(ProducerSession producer, PipelineCall call, int index, Exception failure) {
    if (call.isHandedOverByThisThread()) {
      // The message did not get as far as the producer, and no other was handed over behind it.
      if (KafkaErrors.endsProducer(failure)) {
        producer.abandon();
      }
    } else if (!producer.isAborted()
        && (KafkaErrors.endsProducer(failure) || isFollowed(call, index))) {
      producer.abort();
    }
  }

  /** A broker may refuse a batch for one of its records: the verdict counts for one alone. */
  private PublishOutcome judge(
      ProducerSession producer,
      boolean open,
      PipelineCall call,
      int index,
      boolean alone,
      Exception failure) {
    if (KafkaErrors.isEndOfProducer(failure, open)) {
      return call.isOutOfTime() ? noAcknowledgement() : NOT_SENT;
    }
    PublishOutcome outcome = outcome(producer, call, index, failure);
    boolean ofBatch =
        !alone && !call.isHandedOverByThisThread() && !KafkaErrors.isOfOneRecord(failure);
    if (ofBatch && !(outcome instanceof Unavailable)) {
      suspects.add(destination.target(), call.message(index));
      return NOT_SENT;
    }
    if (outcome instanceof Rejected) {
      suspects.remove(destination.target(), call.message(index));
    }
    return outcome;
  }

  private PublishOutcome outcome(
      ProducerSession producer, PipelineCall call, int index, Exception failure) {
    String topic = destination.target();
    if (failure instanceof RecordTooLargeException) {
      long size = KafkaRecords.size(KafkaRecords.of(destination, call.message(index)));
      return KafkaErrors.tooLarge(topic, size, producer.maxRequestSize());
    }
    PublishOutcome outcome = KafkaErrors.outcome(topic, failure);
    unknownTopics.learn(topic, outcome);
    return outcome;
  }

  /** Whether a later message of the key was handed over or is about to be. */
  private boolean isFollowed(PipelineCall failed, int index) {
    if (!destination.ordered()) {
      return false;
    }
    OutboxMessage message = failed.message(index);
    boolean behind = false;
    for (PipelineCall call : calls) {
      int from = call == failed ? index + 1 : 0;
      behind |= call == failed;
      if (behind && call.holds(message, from)) {
        return true;
      }
    }
    return !behind; // answered at its limit meanwhile: then nobody knows
  }

  /** The first call that is out of time ends the pipeline; its callbacks follow, as a rule. */
  private void abandon(PipelineCall call) {
    call.outOfTime();
    over = true;
    ProducerSession current = session;
    if (current != null) {
      current.abandon();
    }
  }

  private void giveUp(PipelineCall call) {
    call.settleRest(noAcknowledgement(), NOT_SENT);
  }

  private Unavailable noAcknowledgement() {
    return KafkaErrors.noAcknowledgement(destination.target(), limits.call());
  }
}
