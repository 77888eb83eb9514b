package dev.sluice.relay.ops.move;

import org.jspecify.annotations.Nullable;

/**
 * Takes events from one state to another.
 *
 * @param confirm without it nothing is changed, and the answer says what would be
 * @param acceptGap consumers may have to live without an event whose successors they have
 * @param perMinute at most so many events; 0 for as fast as it goes
 */
public record MoveRequest(
    MoveKind kind,
    Filter filter,
    boolean confirm,
    boolean acceptGap,
    int perMinute,
    @Nullable String reason) {

  MoveRequest of(String subscription) {
    return new MoveRequest(kind, filter.of(subscription), confirm, acceptGap, perMinute, reason);
  }
}
