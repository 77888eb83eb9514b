package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** One call of publish and what came of it. */
record Call(Destination destination, List<OutboxMessage> messages, List<PublishOutcome> outcomes) {

  /** What holds for every call, whatever happened to the broker. */
  Call assertLawful() {
    assertThat(outcomes).as("one outcome per message").hasSameSizeAs(messages).doesNotContainNull();
    Map<OrderKey, PublishOutcome> failures = new HashMap<>();
    for (int i = 0; i < messages.size() && destination.ordered(); i++) {
      OrderKey key = OrderKey.of(messages.get(i));
      PublishOutcome failure = failures.get(key);
      if (failure != null) {
        assertBehind(messages.get(i), outcomes.get(i), failure);
      } else if (!(outcomes.get(i) instanceof Delivered)) {
        failures.put(key, outcomes.get(i));
      }
    }
    return this;
  }

  /** It was not attempted, so nothing counts against it; in an outage it may be told that. */
  private static void assertBehind(
      OutboxMessage message, PublishOutcome outcome, PublishOutcome failure) {
    boolean blamesDestination = failure instanceof Unavailable || failure instanceof NotSent;
    assertThat(outcome)
        .as("%s is behind a failure of its key, %s", message, failure)
        .isInstanceOfAny(NotSent.class, blamesDestination ? Unavailable.class : NotSent.class);
  }

  List<OutboxMessage> delivered() {
    return which(Delivered.class::isInstance);
  }

  List<OutboxMessage> undelivered() {
    return which(outcome -> !(outcome instanceof Delivered));
  }

  private List<OutboxMessage> which(Predicate<PublishOutcome> wanted) {
    return IntStream.range(0, messages.size())
        .filter(i -> wanted.test(outcomes.get(i)))
        .mapToObj(messages::get)
        .toList();
  }

  Call assertDelivered() {
    assertThat(outcomes).hasOnlyElementsOfType(Delivered.class);
    return this;
  }

  /** No message is blamed, and one at least says what is wrong with the destination. */
  Call assertUnavailable() {
    assertThat(outcomes)
        .hasOnlyElementsOfTypes(Unavailable.class, NotSent.class)
        .hasAtLeastOneElementOfType(Unavailable.class);
    return this;
  }

  /** What is not delivered is so for this reason. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  final Call assertDeliveredOr(Class<? extends PublishOutcome>... others) {
    assertThat(outcomes)
        .filteredOn(outcome -> !(outcome instanceof Delivered))
        .hasOnlyElementsOfTypes(others);
    return this;
  }

  /**
   * These fail so; what stands behind them is held back where order counts; all else is delivered.
   */
  Call assertOnlyFailing(Set<UUID> failing, Class<? extends PublishOutcome> how) {
    Set<OrderKey> stopped = new HashSet<>();
    for (int i = 0; i < messages.size(); i++) {
      OutboxMessage message = messages.get(i);
      if (destination.ordered() && stopped.contains(OrderKey.of(message))) {
        assertThat(outcomes.get(i)).as("%s is behind", message).isNotInstanceOf(Delivered.class);
      } else if (failing.contains(message.id())) {
        stopped.add(OrderKey.of(message));
        assertThat(outcomes.get(i)).as("%s fails", message).isInstanceOf(how);
      } else {
        assertThat(outcomes.get(i)).as("%s is sound", message).isInstanceOf(Delivered.class);
      }
    }
    return this;
  }
}
