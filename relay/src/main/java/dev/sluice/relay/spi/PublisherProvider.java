package dev.sluice.relay.spi;

import java.util.List;
import java.util.Set;

/** Makes the publisher of one scheme; found by ServiceLoader. */
public interface PublisherProvider {

  /** The part of a destination before the colon, such as {@code kafka}. */
  String scheme();

  /** The SLUICE_* variables that it understands; the relay refuses those that nobody does. */
  default Set<String> settings() {
    return Set.of();
  }

  /**
   * Whether events of one key arrive there in the order in which they were handed over. A route to
   * where they do not has no order, and one that asks for it is refused.
   */
  default boolean keepsOrder(Destination destination) {
    return true;
  }

  /**
   * The faults of a destination, or of the settings that it needs; empty if there are none. Where a
   * route has {stream} in its destination, the destination of each stream is judged.
   */
  default List<String> faults(Destination destination, PublisherContext context) {
    return List.of();
  }

  /**
   * Opens nothing yet: connections and threads are made on first use, so that no snapshot holds
   * one.
   */
  Publisher open(PublisherContext context);
}
