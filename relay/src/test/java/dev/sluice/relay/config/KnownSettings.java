package dev.sluice.relay.config;

import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The variables that the relay and its publishers understand, in the order of the messages. */
public final class KnownSettings {

  private KnownSettings() {}

  public static List<String> names() {
    PublisherContext context = new PublisherContext(Map.of(), Duration.ofSeconds(1));
    return RelayConfig.known(Publishers.load(context)).stream().sorted().toList();
  }
}
