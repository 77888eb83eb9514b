package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublisherContext;
import org.junit.jupiter.api.Test;

/** What the relay asks a provider before anything is published. */
interface ProviderRules extends Contract {

  @Test
  default void schemeIsThatOfItsDestinations() throws Exception {
    String scheme = broker().provider().scheme();
    assertThat(broker().destination(Format.RAW).scheme()).isEqualTo(scheme);
    assertThat(broker().missingDestination().scheme()).isEqualTo(scheme);
  }

  /** Whether it exists is for the first event to find out: an outage must not stop the start. */
  @Test
  default void soundDestinationHasNoFaults() throws Exception {
    PublisherContext context = new PublisherContext(broker().environment(), broker().timeLimit());
    assertThat(broker().provider().faults(broker().destination(Format.RAW), context)).isEmpty();
    assertThat(broker().provider().faults(broker().missingDestination(), context)).isEmpty();
  }
}
