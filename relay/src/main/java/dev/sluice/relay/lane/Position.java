package dev.sluice.relay.lane;

import org.jspecify.annotations.Nullable;

/**
 * How far a stream was read or settled in some shards. Done is what {@code since} sees, and of what
 * {@code target} sees the events up to {@code seq}. With a target a window is open, and a target
 * never moves: what was done under it would be read again under another.
 *
 * @param next the number of the first event that is known beyond; 0 if none is known
 */
public record Position(Snapshot since, @Nullable Snapshot target, long seq, long next) {

  static Position at(Snapshot since) {
    return new Position(since, null, 0, 0);
  }

  /** Opens a window. */
  Position open(Snapshot newest) {
    return new Position(since, newest, next - 1, 0);
  }

  Position upTo(long last) {
    return new Position(since, target, last, next);
  }

  Position knowing(long first) {
    return new Position(since, target, seq, next == 0 ? first : Math.min(next, first));
  }

  /** The window is exhausted. */
  Position end() {
    return new Position(openTarget(), null, 0, next);
  }

  public boolean inWindow() {
    return target != null;
  }

  boolean hasNews() {
    return next > 0;
  }

  public Snapshot openTarget() {
    if (target == null) {
      throw new IllegalStateException("no window is open");
    }
    return target;
  }
}
