package dev.sluice.relay.spi;

import java.time.Duration;
import java.util.Map;

/**
 * What a publisher is given to work with.
 *
 * @param environment the function's environment variables
 * @param timeLimit how long one call of publish may take at the most
 */
public record PublisherContext(Map<String, String> environment, Duration timeLimit) {

  public PublisherContext {
    environment = Map.copyOf(environment);
  }

  /** The environment holds secrets. */
  @Override
  public String toString() {
    return "PublisherContext[timeLimit=" + timeLimit + "]";
  }
}
