package dev.sluice.relay.contract;

import java.util.Map;
import java.util.UUID;

/** One message as the destination holds it, read back without the publisher's help. */
public record Received(UUID id, byte[] body, Map<String, String> attributes) {

  public Received {
    attributes = Map.copyOf(attributes);
  }

  /** Names the event, never its payload. */
  @Override
  public String toString() {
    return "received " + id;
  }
}
