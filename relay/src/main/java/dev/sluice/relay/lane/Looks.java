package dev.sluice.relay.lane;

import java.time.Duration;

/** When the lane looks for news: soon while there are some, and ever less often in silence. */
final class Looks {

  private static final long SOON = Duration.ofMillis(5).toNanos();
  private static final long IDLE = Duration.ofMillis(50).toNanos();
  private static final long SILENT = Duration.ofMillis(100).toNanos();
  private static final long SILENCE = Duration.ofSeconds(5).toNanos();
  private static final long OVERDUE = Duration.ofMillis(250).toNanos();

  private long next = Long.MIN_VALUE;
  private long last = Long.MIN_VALUE;
  private long newAt;
  private boolean nothingNew;

  /** When the last news were asked for. */
  long last() {
    return last;
  }

  long next() {
    return next;
  }

  boolean areDue(long now) {
    return now >= next;
  }

  boolean areOverdue(long now) {
    return now - next > OVERDUE;
  }

  /** The last look is of no use any more. */
  void atOnce() {
    next = Long.MIN_VALUE;
    nothingNew = false;
  }

  boolean nothingNew() {
    return nothingNew;
  }

  /** To wake a database that sleeps costs more than the look itself. */
  void looked(long at, boolean nothingNew) {
    last = at;
    this.nothingNew = nothingNew;
    newAt = nothingNew && next != Long.MIN_VALUE ? newAt : at;
    next = at + (!nothingNew ? SOON : at - newAt < SILENCE ? IDLE : SILENT);
  }
}
