package dev.sluice.relay.lane;

/**
 * What the schedule, a nudge or a person asked for.
 *
 * @param share the shards that this lane takes first
 * @param drain true to end when nothing is left to do, whatever the configured mode
 */
public record Invocation(ShardSet share, boolean drain) {

  /** Takes whatever shards are free. */
  public static final Invocation WHOLE = new Invocation(ShardSet.ALL, false);

  /** The {@code lane}-th of {@code lanes} invocations that share the shards. */
  public static Invocation share(int lane, int lanes, boolean drain) {
    if (lanes < 1 || lanes > ShardSet.COUNT) {
      throw new IllegalArgumentException(
          "'lanes' is " + lanes + "; it must be 1 to " + ShardSet.COUNT);
    }
    if (lane < 0 || lane >= lanes) {
      throw new IllegalArgumentException(
          "'lane' is " + lane + "; with 'lanes' = " + lanes + " it must be 0 to " + (lanes - 1));
    }
    return new Invocation(ShardSet.every(lane, lanes), drain);
  }
}
