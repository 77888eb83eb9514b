package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.List;

/**
 * What became of some calls: for the ledger, for outbox.held, and how far that brings the shards.
 *
 * @param number of the token's own; what is written under it is written once, however often it
 *     comes
 */
public record Settlement(
    long token,
    long number,
    ShardSet shards,
    List<Delivery> deliveries,
    List<Change> changes,
    List<Progress> progress) {

  /** One row of the ledger: what a destination acknowledged of one stream and slot. */
  public record Delivery(
      int slot, String stream, String destination, List<Long> seqs, List<String> receipts) {}

  /** A change of outbox.held. */
  public sealed interface Change {

    LogEvent event();

    /** Behind an earlier event of its key, or for its destination. */
    record Waiting(LogEvent event) implements Change {}

    /** Until its retry. */
    record Failed(LogEvent event, int failures, String code, String reason, Duration delay)
        implements Change {}

    /** It is not tried again by itself. */
    record Dead(LogEvent event, int failures, String code, String reason) implements Change {}

    /** It was held, and is delivered now. */
    record Released(LogEvent event) implements Change {}
  }
}
