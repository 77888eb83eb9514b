package dev.sluice.aws;

import dev.sluice.emulators.StandInEntry;
import dev.sluice.relay.contract.Received;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherProvider;
import dev.sluice.relay.wire.Body;

/** A kind of destination as the contract needs to know it. */
public interface AwsTarget {

  PublisherProvider provider();

  /** One by this name, which need not exist. */
  Destination destination(String endpoint, String name, Format format);

  /** An entry as its consumer would see it. */
  Received received(StandInEntry entry);

  int limit();

  /** What of the limit is not the payload's. */
  int overhead(OutboxMessage message);

  Codes codes();

  default byte[] body(Format format, OutboxMessage message) {
    return Body.of(format, message).bytes();
  }

  /** How the service words each fault. */
  record Codes(
      String failed, String serverFault, String refused, String throttled, String missing) {}
}
