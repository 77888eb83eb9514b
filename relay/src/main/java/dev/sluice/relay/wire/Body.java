package dev.sluice.relay.wire;

import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;

/** The bytes that travel as a message's body, and what they are. */
public record Body(byte[] bytes, String contentType) {

  /** Self-contained where the format is: CLOUDEVENTS is structured here. */
  public static Body of(Format format, OutboxMessage message) {
    return switch (format) {
      case RAW -> new Body(message.payload(), message.contentType());
      case ENVELOPE -> new Body(Envelope.render(message), "application/json");
      case CLOUDEVENTS ->
          new Body(CloudEvent.structured(message), "application/cloudevents+json; charset=UTF-8");
    };
  }
}
