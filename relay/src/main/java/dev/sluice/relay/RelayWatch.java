package dev.sluice.relay;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome;
import java.util.List;

/**
 * Who is told what an invocation does, in batches and by the loop's thread. What it throws is
 * swallowed: to watch must never cost a delivery.
 */
public interface RelayWatch {

  RelayWatch NONE = new RelayWatch() {};

  /** How many shards are ours now. */
  default void leased(int shards) {}

  /** So many shards were taken over from an owner that had not released them. */
  default void crashDetected(int shards) {}

  /** Another owner took so many of ours. */
  default void shardsLost(int shards) {}

  /** A destination acknowledged these, in this order; the call took so long. */
  default void acknowledged(Destination destination, List<OwedEvent> events, long nanos) {}

  /** A key's later event, with this sequence number, had been acknowledged before. */
  default void steppedBack(OwedEvent event, long after) {}

  /** The database has it, for events of shards that were still ours. */
  default void settled(List<Settlement> settlements) {}

  default void breakerOpened(Destination destination, PublishOutcome.Unavailable outage) {}

  default void breakerClosed(Destination destination) {}

  /** Events of a stream that no route names stay where they are. */
  default void unrouted(String stream) {}
}
