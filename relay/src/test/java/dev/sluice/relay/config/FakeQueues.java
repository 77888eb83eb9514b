package dev.sluice.relay.config;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;

/** Makes {@code sqs:} a scheme, for the dead-letter queue of a configuration; sends nothing. */
public final class FakeQueues implements PublisherProvider {

  @Override
  public String scheme() {
    return "sqs";
  }

  @Override
  public boolean keepsOrder(Destination destination) {
    return false;
  }

  @Override
  public Publisher open(PublisherContext context) {
    throw new UnsupportedOperationException("there is no queue");
  }
}
