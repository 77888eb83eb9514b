package dev.sluice.relay.lane;

import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.List;

/**
 * Learns what a lane does, in batches and on the loop's thread. After an exception it is told
 * nothing more: listening must never cost a delivery.
 */
public interface RelayListener {

  RelayListener NONE = new RelayListener() {};

  /** How many shards are leased now. */
  default void leased(int shards) {}

  /** So many shards were taken over from an owner that had not released them. */
  default void crashDetected(int shards) {}

  /** Another owner took so many shards of this lane. */
  default void shardsLost(int shards) {}

  /**
   * A destination acknowledged these. Calls come in the order in which they were sent.
   *
   * @param nanos from sending to the answer
   */
  default void acknowledged(Destination destination, List<LogEvent> events, long nanos) {}

  /** A later event of its key, with this sequence number, had been acknowledged before. */
  default void steppedBack(LogEvent event, long after) {}

  /**
   * One call is written down, as far as its shards are still leased.
   *
   * @param delivered what is in the ledger now
   * @param changes what is in outbox.held now, or left it
   * @param nanos from the destination's answer to the commit
   */
  default void settled(
      Destination destination, List<LogEvent> delivered, List<Change> changes, long nanos) {}

  default void breakerOpened(Destination destination, Unavailable outage) {}

  default void breakerClosed(Destination destination) {}

  /** A stream has events and no route. They stay in the log. */
  default void unrouted(String stream, String why) {}
}
