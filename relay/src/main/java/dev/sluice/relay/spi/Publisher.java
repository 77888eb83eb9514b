package dev.sluice.relay.spi;

import java.util.List;
import java.util.Optional;

/** Hands messages to one kind of broker. Safe to call for several destinations at once. */
public interface Publisher extends AutoCloseable {

  /**
   * Tries every message; one outcome per message, in the same order. Broker failures are outcomes,
   * a throw is a bug. Where {@link Destination#ordered()} holds, no message is delivered while an
   * earlier one of its key in the same list is not: what is behind a failure is {@link
   * PublishOutcome.NotSent}. Returns within the context's time limit.
   */
  List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages);

  /**
   * A new pipeline for a destination, where the publisher keeps order among calls that are in
   * flight together; empty where a call must be answered before the next one.
   */
  default Optional<Pipeline> pipeline(Destination destination) {
    return Optional.empty();
  }

  /**
   * Opens whatever a first message to the destination needs, because one may come soon. Sends
   * nothing, and says nothing of a failure: the first message meets it. Returns within the
   * context's time limit.
   */
  default void prepare(Destination destination) {}

  /**
   * Looks whether the destination is there, for an operator who asks before events do. The
   * operator's function may have other permissions than the relay, so what it may not see is {@link
   * Finding.Unknown}. Returns within the context's time limit.
   */
  default Finding look(Destination destination) {
    return new Finding.Unknown("the publisher of " + destination.scheme() + ": does not look", "");
  }

  /**
   * Drops what is in flight and lets go of every connection and thread. It is final: calls under
   * way end soon, whatever is handed over later is {@link PublishOutcome.NotSent}, and nothing is
   * opened or sent any more.
   */
  @Override
  void close();
}
