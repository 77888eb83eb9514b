package dev.sluice.relay;

import dev.sluice.relay.config.Route;
import org.jspecify.annotations.Nullable;

/**
 * How far this lane has read a stream. Reading goes on from there, so that what was delivered a
 * moment ago is not walked again while somebody's long transaction keeps its dead rows. It falls
 * back for what committed late, and is rewound to the start for what was put back.
 */
final class StreamCursor {

  /** What one read of a stream may bring into memory, as far as its last events tell. */
  private static final long READ_BYTES = 16L << 20;

  private static final int FIRST_READ = 100;

  final String stream;
  final @Nullable Route route;
  private long after;
  private long rewinds;
  private boolean saturated;
  private long averageBytes = READ_BYTES / FIRST_READ;
  private long rewoundAt = Long.MIN_VALUE;

  StreamCursor(String stream, @Nullable Route route) {
    this.stream = stream;
    this.route = route;
  }

  long after() {
    return after;
  }

  /** The last read filled its share: there is more. */
  boolean saturated() {
    return saturated;
  }

  /** How often events came back behind an earlier place, as far as this lane knows. */
  long rewinds() {
    return rewinds;
  }

  /** What the database says of it; true if this lane had read on in ignorance. */
  boolean learnRewinds(long counted) {
    boolean news = counted != rewinds;
    rewinds = counted;
    return news && after > 0;
  }

  int mostAtOnce() {
    return Math.clamp(READ_BYTES / Math.max(averageBytes, 1), 1, Integer.MAX_VALUE);
  }

  void measured(int events, long bytes) {
    averageBytes = events == 0 ? averageBytes : bytes / events;
  }

  /** Nobody has looked again since. */
  boolean rewoundSince(long readStartedAt) {
    return rewoundAt >= readStartedAt;
  }

  void rewind(long now) {
    after = 0;
    rewoundAt = now;
  }

  /** Something may have appeared behind that place, and this stream was not looked at since. */
  void fallBack(long place) {
    after = Math.min(after, place);
  }

  /** A read that began before a rewind says nothing about where to go on. */
  void advance(long readStartedAt, long lastSeq, long newest, boolean filled) {
    saturated = filled;
    if (readStartedAt > rewoundAt) {
      // A share may be full of what committed late, with more of it behind the last event.
      after = filled ? lastSeq : Math.max(after, Math.max(lastSeq, newest));
    }
  }
}
