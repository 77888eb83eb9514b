package dev.sluice.relay.spi;

import java.util.List;

/** Makes the publisher of one scheme; found by ServiceLoader. */
public interface PublisherProvider {

  /** The part of a destination before the colon, such as {@code kafka}. */
  String scheme();

  /** What is wrong with a destination or with the settings that it needs; empty if nothing is. */
  default List<String> faults(Destination destination, PublisherContext context) {
    return List.of();
  }

  /**
   * Opens nothing yet: connections and threads are made on first use, so that no snapshot holds
   * one.
   */
  Publisher open(PublisherContext context);
}
