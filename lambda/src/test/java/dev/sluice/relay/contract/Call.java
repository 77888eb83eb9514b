package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** One call of publish and what came of it. */
record Call(Destination destination, List<OutboxMessage> messages, List<PublishOutcome> outcomes) {

  /** What holds for every call, whatever happened to the broker. */
  Call assertLawful() {
    assertThat(outcomes).as("one outcome per message").hasSameSizeAs(messages).doesNotContainNull();
    Set<OrderKey> stopped = new HashSet<>();
    for (int i = 0; i < messages.size() && destination.ordered(); i++) {
      OrderKey key = OrderKey.of(messages.get(i));
      if (!(outcomes.get(i) instanceof Delivered)) {
        stopped.add(key);
      } else {
        assertThat(stopped)
            .as("keys that stopped before %s was delivered", messages.get(i))
            .doesNotContain(key);
      }
    }
    return this;
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
