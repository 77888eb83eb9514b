package dev.sluice.relay.contract;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherProvider;
import dev.sluice.relay.wire.Body;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The world behind a publisher: where its messages go, and how a test sees what arrived there. */
public interface ContractBroker extends AutoCloseable {

  PublisherProvider provider();

  /** What the publisher is configured with. */
  Map<String, String> environment();

  /** A new, empty destination; ordered where a route would have it so. */
  Destination destination(Format format) throws Exception;

  /** One that does not exist, although nothing is wrong with its name. */
  Destination missingDestination();

  /**
   * All that the destination took since it was made, duplicates too, in the order in which it took
   * them; of several partitions, in the order of each. Waits until there are this many, or until it
   * is clear that no more will come.
   */
  List<Received> received(Destination destination, int atLeast) throws Exception;

  /**
   * How long the payload of this RAW message may become, in bytes, so that the destination still
   * takes it. One byte more is refused. The payload is JSON, all ASCII and without a character that
   * anybody would escape.
   */
  int largestPayload(OutboxMessage message);

  /** The body that a consumer is to find. */
  default byte[] body(Format format, OutboxMessage message) {
    return Body.of(format, message).bytes();
  }

  /** The attributes that a consumer is to find, at least, in whichever way the destination does. */
  default Map<String, String> attributes(Format format, OutboxMessage message) {
    return message.attributes();
  }

  /** How outcomes call the destination. */
  default String nameOf(Destination destination) {
    return destination.target();
  }

  /** As many messages as one call may bring: fewer only where the broker itself is a slow one. */
  default int backlog() {
    return 10_000;
  }

  /** How long one call of publish may take; the backlog must fit in. */
  default Duration timeLimit() {
    return Duration.ofSeconds(30);
  }

  /** The limit of calls that are to exhaust it: during an outage, or when throttled for ever. */
  default Duration shortTimeLimit() {
    return Duration.ofSeconds(6);
  }
}
