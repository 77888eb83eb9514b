package dev.sluice.example;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.List;

/** Opens sound publishers and puts something between them and their caller. */
class SpoiltProvider implements PublisherProvider {

  interface Tampering {
    List<PublishOutcome> publish(Publisher sound, Destination to, List<OutboxMessage> messages);
  }

  private final PublisherProvider sound = new WebhookPublisherProvider();
  private final Tampering tampering;

  SpoiltProvider(Tampering tampering) {
    this.tampering = tampering;
  }

  @Override
  public String scheme() {
    return sound.scheme();
  }

  @Override
  public List<String> faults(Destination destination, PublisherContext context) {
    return sound.faults(destination, context);
  }

  @Override
  public Publisher open(PublisherContext context) {
    return new Spoilt(sound.open(context), tampering);
  }

  private record Spoilt(Publisher sound, Tampering tampering) implements Publisher {

    @Override
    public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
      return tampering.publish(sound, destination, messages);
    }

    @Override
    public void close() {
      sound.close();
    }
  }
}
