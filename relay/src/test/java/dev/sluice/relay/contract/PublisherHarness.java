package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A publisher, a destination of its own, and what was handed over. Nothing here waits for ever. */
final class PublisherHarness implements AutoCloseable {

  /** A busy machine is no fault of the publisher: only one that waits too long exceeds these. */
  private static final Duration MARGIN = Duration.ofSeconds(15);

  private static final Duration CLOSING = Duration.ofSeconds(30);
  private static final int ROUNDS = 10;

  private final ContractBroker broker;
  private final Duration limit;
  private final Ledger ledger = new Ledger();
  private final Publisher publisher;
  private final Destination destination;

  private PublisherHarness(ContractBroker broker, Destination destination, Duration limit) {
    this.broker = broker;
    this.limit = limit;
    this.destination = destination;
    this.publisher = open(broker, limit);
  }

  static PublisherHarness on(ContractBroker broker) throws Exception {
    return on(broker, broker.destination(Format.RAW));
  }

  static PublisherHarness on(ContractBroker broker, Destination destination) {
    return new PublisherHarness(broker, destination, broker.timeLimit());
  }

  /** For calls that are to exhaust their time. */
  static PublisherHarness hasty(ContractBroker broker) throws Exception {
    return new PublisherHarness(broker, broker.destination(Format.RAW), broker.shortTimeLimit());
  }

  static Publisher open(ContractBroker broker, Duration limit) {
    return broker.provider().open(new PublisherContext(broker.environment(), limit));
  }

  Call publish(OutboxMessage... messages) throws Exception {
    return publish(List.of(messages));
  }

  Call publish(List<OutboxMessage> messages) throws Exception {
    return publish(destination, messages);
  }

  Call publish(Destination to, List<OutboxMessage> messages) throws Exception {
    return finish(start(to, messages));
  }

  FutureTask<Call> start(List<OutboxMessage> messages) {
    return start(destination, messages);
  }

  FutureTask<Call> start(Destination to, List<OutboxMessage> messages) {
    ledger.add(messages);
    return run(() -> new Call(to, messages, publisher.publish(to, messages)));
  }

  Call finish(FutureTask<Call> call) throws Exception {
    return within(limit.plus(MARGIN), "publish", call).assertLawful();
  }

  /** As the relay does it: what was not delivered is tried again, in its order. */
  void publishUntilDelivered(List<OutboxMessage> messages) throws Exception {
    List<OutboxMessage> owed = messages;
    for (int round = 0; round < ROUNDS && !owed.isEmpty(); round++) {
      owed = publish(owed).undelivered();
    }
    assertThat(owed).as("still owed after %d calls", ROUNDS).isEmpty();
  }

  void prepare() throws Exception {
    within(
        limit.plus(MARGIN),
        "prepare",
        run(
            () -> {
              publisher.prepare(destination);
              return true;
            }));
  }

  List<Received> received(int atLeast) throws Exception {
    return broker.received(destination, atLeast);
  }

  /** These and no others, each once. */
  void assertHolds(List<OutboxMessage> messages) throws Exception {
    assertHolds(destination, messages);
  }

  void assertHolds(Destination where, List<OutboxMessage> messages) throws Exception {
    assertThat(broker.received(where, messages.size()))
        .extracting(Received::id)
        .as("what the destination holds")
        .containsExactlyInAnyOrderElementsOf(ids(messages));
  }

  /** All of these; some twice, perhaps. */
  void assertHoldsAtLeast(List<OutboxMessage> messages) throws Exception {
    assertThat(received(messages.size()))
        .extracting(Received::id)
        .as("what the destination holds")
        .containsAll(ids(messages));
  }

  /** Where order counts. What arrived again does not count. */
  void assertKeysInOrder(int atLeast) throws Exception {
    if (destination.ordered()) {
      assertThat(ledger.reordered(received(atLeast))).as("keys out of order").isEmpty();
    }
  }

  private static List<UUID> ids(List<OutboxMessage> messages) {
    return messages.stream().map(OutboxMessage::id).toList();
  }

  Destination destination() {
    return destination;
  }

  @Override
  public void close() throws Exception {
    Callable<Boolean> closing =
        () -> {
          publisher.close();
          return true;
        };
    within(CLOSING, "close", run(closing));
  }

  static <T> FutureTask<T> run(Callable<T> action) {
    FutureTask<T> task = new FutureTask<>(action);
    Thread.startVirtualThread(task);
    return task;
  }

  private static <T> T within(Duration limit, String what, FutureTask<T> task) throws Exception {
    try {
      return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(what + " did not return within " + limit, e);
    } catch (ExecutionException e) {
      throw new AssertionError(what + " threw " + e.getCause(), e);
    }
  }
}
