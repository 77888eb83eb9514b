package dev.sluice.relay.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What became of each message so far, and which keys have failed. */
final class Outcomes {

  private static final Retryable BEHIND =
      new Retryable("BEHIND", "an earlier event of its key was not delivered");

  private final List<OutboxMessage> messages;
  private final boolean ordered;
  private final @Nullable PublishOutcome[] outcomes;
  private final Map<Object, Integer> failedAt = new HashMap<>();

  /** What order is kept within: two streams may share a destination and a key, not a fate. */
  private record OrderKey(String stream, String key) {}

  Outcomes(Destination destination, List<OutboxMessage> messages) {
    this.messages = messages;
    this.ordered = destination.ordered();
    this.outcomes = new PublishOutcome[messages.size()];
  }

  /** Without an order each event has a key of its own. */
  Object key(int index) {
    OutboxMessage message = messages.get(index);
    return ordered ? new OrderKey(message.stream(), message.key()) : index;
  }

  void settle(int index, PublishOutcome outcome) {
    outcomes[index] = outcome;
    if (!(outcome instanceof Delivered)) {
      failedAt.merge(key(index), index, Math::min);
    }
  }

  boolean isBehindFailure(int index) {
    return failedAt.getOrDefault(key(index), Integer.MAX_VALUE) < index;
  }

  /** All of them; what has none yet gets this one, unless it stands behind a failure. */
  List<PublishOutcome> all(PublishOutcome others) {
    return IntStream.range(0, outcomes.length).mapToObj(index -> outcome(index, others)).toList();
  }

  private PublishOutcome outcome(int index, PublishOutcome others) {
    PublishOutcome outcome = outcomes[index];
    if (outcome != null) {
      return outcome;
    }
    return isBehindFailure(index) ? BEHIND : others;
  }
}
