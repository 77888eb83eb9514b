package dev.sluice.kafka;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** One call of a pipeline, from handing over to its answer. */
final class PipelineCall {

  private static final NotSent NOT_SENT = new NotSent();

  private final List<OutboxMessage> messages;
  private final boolean ordered;
  private final Consumer<List<PublishOutcome>> answer;
  private final AtomicReferenceArray<PublishOutcome> outcomes;
  private final AtomicInteger unsettled;
  private final Thread sender = Thread.currentThread();
  private final Consumer<PipelineCall> forget;
  private volatile List<Future<?>> timers = List.of();
  private volatile int handed;
  private volatile boolean outOfTime;

  PipelineCall(
      List<OutboxMessage> messages,
      boolean ordered,
      Consumer<List<PublishOutcome>> answer,
      Consumer<PipelineCall> forget) {
    this.messages = messages;
    this.ordered = ordered;
    this.answer = answer;
    this.forget = forget;
    this.outcomes = new AtomicReferenceArray<>(messages.size());
    this.unsettled = new AtomicInteger(messages.size());
  }

  /** They are cancelled with the answer. */
  void timers(Future<?>... all) {
    timers = List.of(all);
  }

  void outOfTime() {
    outOfTime = true;
  }

  boolean isOutOfTime() {
    return outOfTime;
  }

  int size() {
    return messages.size();
  }

  OutboxMessage message(int index) {
    return messages.get(index);
  }

  /** A callback in the thread that hands over: the message did not get as far as the producer. */
  boolean isHandedOverByThisThread() {
    return Thread.currentThread() == sender;
  }

  /** The message is about to be sent, unless the pipeline is over by now. */
  void hand(int index) {
    handed = index + 1;
  }

  /** Whether a message of this key, from an index on, was handed over and has no outcome yet. */
  boolean holds(OutboxMessage like, int from) {
    int until = handed;
    for (int i = from; i < until; i++) {
      OutboxMessage message = messages.get(i);
      if (outcomes.get(i) == null
          && message.key().equals(like.key())
          && message.stream().equals(like.stream())) {
        return true;
      }
    }
    return false;
  }

  /** Kafka may both throw and call back, and the time may be over: the first counts. */
  void settle(int index, PublishOutcome outcome) {
    if (outcomes.compareAndSet(index, null, outcome) && unsettled.decrementAndGet() == 0) {
      timers.forEach(timer -> timer.cancel(false));
      forget.accept(this);
      answer.accept(all());
    }
  }

  /** Messages handed over get the one outcome, the first at least; the rest get the other. */
  void settleRest(PublishOutcome ofHanded, PublishOutcome ofRest) {
    int until = Math.max(1, handed);
    for (int i = 0; i < messages.size(); i++) {
      settle(i, i < until ? ofHanded : ofRest);
    }
  }

  /** Outcomes come in any order: what is behind a failure of its key counts as not sent. */
  private List<PublishOutcome> all() {
    List<PublishOutcome> all = new ArrayList<>(messages.size());
    Set<OrderKey> failed = new HashSet<>();
    for (int i = 0; i < messages.size(); i++) {
      PublishOutcome outcome = Objects.requireNonNull(outcomes.get(i));
      boolean first =
          outcome instanceof Delivered || !ordered || failed.add(OrderKey.of(messages.get(i)));
      all.add(first ? outcome : NOT_SENT);
    }
    return all;
  }
}
