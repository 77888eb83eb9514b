package dev.sluice.relay;

import org.jspecify.annotations.Nullable;

/**
 * What the schedule, a nudge or a person asked for.
 *
 * @param lane null to take whatever shards are free
 * @param drain true to exit when the outbox is empty, whatever the configured mode
 */
public record Invocation(@Nullable Lane lane, boolean drain) {

  /** The {@code index}-th of {@code count} invocations that share the shards. */
  public record Lane(int index, int count) {
    public Lane {
      if (count < 1 || count > Lease.SHARDS) {
        throw new IllegalArgumentException(
            "'lanes' is " + count + "; it must be 1 to " + Lease.SHARDS);
      }
      if (index < 0 || index >= count) {
        throw new IllegalArgumentException(
            "'lane' is " + index + "; with 'lanes' = " + count + " it must be 0 to " + (count - 1));
      }
    }
  }
}
