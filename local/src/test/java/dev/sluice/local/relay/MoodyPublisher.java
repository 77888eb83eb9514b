package dev.sluice.local.relay;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.List;

/** An event's type says what becomes of it; the target {@code down} is. */
public final class MoodyPublisher implements PublisherProvider, Publisher {

  @Override
  public String scheme() {
    return "moody";
  }

  @Override
  public Publisher open(PublisherContext context) {
    return this;
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    return messages.stream().map(message -> outcome(destination, message)).toList();
  }

  private static PublishOutcome outcome(Destination destination, OutboxMessage message) {
    if (destination.target().equals("down")) {
      return new PublishOutcome.Unavailable("DOWN", "nobody answers");
    }
    return switch (message.eventType()) {
      case "Poison" -> new PublishOutcome.Rejected("TOO_LARGE", "it does not fit");
      case "Flaky" -> new PublishOutcome.Retryable("THROTTLED", "not this time");
      default -> new PublishOutcome.Delivered("moody@" + message.seq());
    };
  }

  @Override
  public void close() {}
}
