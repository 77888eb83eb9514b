package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.Publisher;
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

  /** A route has order by default where the provider claims to keep it, so that must be shown. */
  @Test
  default void orderIsClaimedExactlyWhereItIsShown() throws Exception {
    Destination destination = broker().destination(Format.RAW);
    boolean claimed = destination.ordered() && broker().provider().keepsOrder(destination);
    assertThat(claimed)
        .as("destination is ordered, its provider keeps order, and this is a KeyOrderContract")
        .isEqualTo(this instanceof KeyOrderContract);
  }

  /** Its destinations are there, and a missing one is not called so. */
  @Test
  default void lookFindsADestinationAndNoneThatIsMissing() throws Exception {
    PublisherContext context = new PublisherContext(broker().environment(), broker().timeLimit());
    Destination destination = broker().destination(Format.RAW);
    try (Publisher publisher = broker().provider().open(context)) {
      assertThat(publisher.look(destination)).isNotInstanceOf(Finding.Obstructed.class);
      assertThat(publisher.look(broker().missingDestination()))
          .isNotInstanceOf(Finding.Ready.class);
    }
  }

  /** Whether it exists is for the first event to find out: an outage must not stop the start. */
  @Test
  default void soundDestinationHasNoFaults() throws Exception {
    PublisherContext context = new PublisherContext(broker().environment(), broker().timeLimit());
    assertThat(broker().provider().faults(broker().destination(Format.RAW), context)).isEmpty();
    assertThat(broker().provider().faults(broker().missingDestination(), context)).isEmpty();
  }
}
