package dev.sluice.relay.kafka;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * One call of publish: passes over its messages until each has an outcome. A pass ends early when a
 * failure closes the producer; the next one takes up what is left, in order.
 */
final class PublishCall {

  /**
   * Each that fails costs a connection. After these a pass sends only the first message of a key.
   */
  private static final int FAST_PASSES = 3;

  /** What order is kept within: two streams may share a topic and a key, not a fate. */
  record OrderKey(String stream, String key) {}

  private final Destination destination;
  private final List<OutboxMessage> messages;
  private final TimeLimits limits;
  private final AtomicReferenceArray<@Nullable PublishOutcome> outcomes;
  private final Map<OrderKey, Integer> failedAt = new ConcurrentHashMap<>();
  private volatile boolean anyKeyFailed;
  private volatile @Nullable Unavailable unavailable;

  PublishCall(Destination destination, List<OutboxMessage> messages, TimeLimits limits) {
    this.destination = destination;
    this.messages = messages;
    this.limits = limits;
    this.outcomes = new AtomicReferenceArray<>(messages.size());
  }

  List<PublishOutcome> publish(Supplier<ProducerSession> sessions) {
    Deadline deadline = Deadline.in(limits.call());
    int[] open = open();
    for (int pass = 1; open.length > 0 && unavailable == null && !deadline.hasPassed(); pass++) {
      boolean careful = pass > FAST_PASSES && destination.ordered();
      run(careful ? firstOfEachKey(open) : open, sessions, deadline);
      open = open();
    }
    return outcomes();
  }

  /** Every message that has no outcome gets this one. */
  List<PublishOutcome> outcomes() {
    Unavailable reason = unavailable;
    PublishOutcome others =
        reason != null
            ? reason
            : Failures.outage(topic(), "no acknowledgement in " + limits.call().toMillis() + " ms");
    return IntStream.range(0, messages.size()).mapToObj(i -> outcome(i, others)).toList();
  }

  private PublishOutcome outcome(int index, PublishOutcome others) {
    PublishOutcome outcome = outcomes.get(index);
    if (outcome != null) {
      return outcome;
    }
    return isBehind(index)
        ? new Retryable("BEHIND", "an earlier event of its key was not delivered")
        : others;
  }

  private void run(int[] selection, Supplier<ProducerSession> sessions, Deadline deadline) {
    ProducerSession session;
    try {
      session = sessions.get();
    } catch (KafkaException e) {
      makeUnavailable(Failures.unbuildable(topic(), e));
      return;
    }
    new Pass(this, session, selection).run(deadline, limits.graceNanos());
    boolean tried = session.isOpen() && unavailable == null && !deadline.hasPassed();
    if (tried && isNoneSettled(selection)) {
      for (int index : selection) {
        settle(index, Failures.unexplained(topic()));
      }
    }
  }

  private int[] open() {
    return IntStream.range(0, messages.size())
        .filter(i -> outcomes.get(i) == null && !isBehind(i))
        .toArray();
  }

  private int[] firstOfEachKey(int[] open) {
    Set<OrderKey> seen = new HashSet<>();
    return IntStream.of(open).filter(i -> seen.add(key(i))).toArray();
  }

  private boolean isNoneSettled(int[] selection) {
    return IntStream.of(selection).allMatch(i -> outcomes.get(i) == null);
  }

  void settle(int index, PublishOutcome outcome) {
    outcomes.set(index, outcome);
    switch (outcome) {
      case PublishOutcome.Delivered _ -> {}
      case Unavailable reason -> makeUnavailable(reason);
      case PublishOutcome.Retryable _, PublishOutcome.Rejected _ -> {
        failedAt.merge(key(index), index, Math::min);
        anyKeyFailed = true;
      }
    }
  }

  void makeUnavailable(Unavailable reason) {
    if (unavailable == null) {
      unavailable = reason;
    }
  }

  @Nullable Unavailable unavailable() {
    return unavailable;
  }

  /** Only what comes after it: an earlier one of the key may still be without an answer. */
  boolean isBehind(int index) {
    return anyKeyFailed
        && destination.ordered()
        && failedAt.getOrDefault(key(index), Integer.MAX_VALUE) < index;
  }

  OrderKey key(int index) {
    OutboxMessage message = messages.get(index);
    return new OrderKey(message.stream(), message.key());
  }

  OutboxMessage message(int index) {
    return messages.get(index);
  }

  Destination destination() {
    return destination;
  }

  String topic() {
    return destination.target();
  }
}
