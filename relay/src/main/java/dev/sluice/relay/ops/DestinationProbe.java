package dev.sluice.relay.ops;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Looks whether destinations are there, as far as this function may see. */
@FunctionalInterface
public interface DestinationProbe {

  /** All of them at once; who has found nothing in time is missing in the answer. */
  Map<Destination, Finding> look(RelayConfig relay, List<Destination> destinations, Duration limit);
}
