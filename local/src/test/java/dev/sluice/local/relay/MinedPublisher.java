package dev.sluice.local.relay;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** Accepts everything, but an event of the type Mine kills the process. */
public final class MinedPublisher implements PublisherProvider, Publisher {

  static List<Path> classpath() {
    try {
      return List.of(
          Path.of(
              MinedPublisher.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String scheme() {
    return "mined";
  }

  @Override
  public Publisher open(PublisherContext context) {
    return this;
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    if (messages.stream().anyMatch(message -> message.eventType().equals("Mine"))) {
      Runtime.getRuntime().halt(1);
    }
    return messages.stream()
        .<PublishOutcome>map(message -> new PublishOutcome.Delivered("mined@" + message.seq()))
        .toList();
  }

  @Override
  public void close() {}
}
