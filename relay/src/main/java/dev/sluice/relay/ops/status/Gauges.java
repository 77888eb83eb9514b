package dev.sluice.relay.ops.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an outbox, as the database has it.
 *
 * @param flows deliveries of the last minutes
 * @param sinceLeased how long no shard has been leased; zero or less while one is
 */
public record Gauges(
    List<StreamGauge> streams,
    List<Flow> flows,
    List<LeaseGauge> leases,
    List<DestinationGauge> destinations,
    Duration sinceLeased) {

  /** A count, or the least that it can be. */
  public record Tally(long count, boolean atLeast) {}

  /**
   * @param behindFailed waiting behind an earlier event of the key that failed
   * @param behindDead behind one that is dead, which matters where the route says BLOCK
   */
  public record StreamGauge(
      String subscription,
      String stream,
      Tally pending,
      Tally failed,
      Tally dead,
      Tally behindFailed,
      Tally behindDead,
      long oldestPendingSeconds,
      @Nullable Instant nextRetryAt,
      boolean paused,
      @Nullable String pausedBy,
      @Nullable String pauseReason) {}

  /**
   * @param published within the window
   * @param lagSeconds from commit to published, on average
   */
  public record Flow(
      String subscription, String stream, long published, double lagSeconds, double windowSeconds) {

    double perMinute() {
      return windowSeconds <= 0 ? 0 : Math.round(published * 600 / windowSeconds) / 10.0;
    }
  }

  /**
   * @param owner null for free shards
   * @param leasedForSeconds negative if it ran out unreleased
   */
  public record LeaseGauge(
      String subscription,
      @Nullable String owner,
      int shards,
      long leasedForSeconds,
      int crashes,
      int suspects) {}

  /** Those with a pause or an open breaker. */
  public record DestinationGauge(
      String subscription,
      String destination,
      boolean breakerOpen,
      long retryInSeconds,
      @Nullable String breakerReason,
      boolean paused,
      @Nullable String pausedBy,
      @Nullable String pauseReason) {}
}
