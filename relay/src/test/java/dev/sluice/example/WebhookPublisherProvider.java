package dev.sluice.example;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.List;

/** Makes {@code webhook:https://...} a destination. */
public final class WebhookPublisherProvider implements PublisherProvider {

  @Override
  public String scheme() {
    return "webhook";
  }

  @Override
  public List<String> faults(Destination destination, PublisherContext context) {
    return destination.target().matches("https?://[!-~]+")
        ? List.of()
        : List.of("webhook:" + destination.target() + ": write webhook:https://...");
  }

  @Override
  public Publisher open(PublisherContext context) {
    return new WebhookPublisher(new WebhookClient(), context.timeLimit());
  }
}
