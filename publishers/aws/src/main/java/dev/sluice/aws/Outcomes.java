package dev.sluice.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What became of each message so far. Those of one key are settled in their order. */
final class Outcomes {

  private final List<OutboxMessage> messages;
  private final boolean ordered;
  private final @Nullable PublishOutcome[] outcomes;
  private final Set<Object> failed = new HashSet<>();

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
      failed.add(key(index));
    }
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
    return failed.contains(key(index)) ? new NotSent() : others;
  }
}
