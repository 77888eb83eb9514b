package dev.sluice.relay.contract;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;

/** A broker that refuses single messages for good, and not only those above a size. */
public interface RefusingBroker extends ContractBroker {

  /**
   * Sees to it that the broker itself, not the publisher, refuses this message for good. Returns
   * it, or a copy of it that will be refused.
   */
  OutboxMessage refused(OutboxMessage message);

  /** Where it does so: anywhere, as a rule. */
  default Destination refusingDestination() throws Exception {
    return destination(Format.RAW);
  }
}
