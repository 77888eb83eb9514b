package dev.sluice.aws;

import java.time.Duration;

/**
 * How many calls may be in flight to one destination: one more after each round without throttling,
 * half as many after a throttled one, and a pause when even a single call is too much.
 */
final class CallLimit {

  private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();
  private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();

  private final int most;
  private int allowed;
  private int answered;
  private long pause = FIRST_PAUSE;
  private long resumeAt = Long.MIN_VALUE;

  CallLimit(int most) {
    this.most = most;
    this.allowed = most;
  }

  synchronized int allowed() {
    return allowed;
  }

  /** When the next call may be made. */
  synchronized long resumeAt() {
    return resumeAt;
  }

  synchronized void answered() {
    pause = FIRST_PAUSE;
    answered++;
    if (answered >= allowed) {
      answered = 0;
      allowed = Math.min(most, allowed + 1);
    }
  }

  /** What was in flight together is throttled together, and counts once. */
  synchronized void throttled(long now, double chance) {
    if (now < resumeAt) {
      return;
    }
    answered = 0;
    allowed = Math.max(1, allowed / 2);
    resumeAt = now + Math.round((double) pause * (0.5 + chance / 2));
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  }

  synchronized void unanswered(long now, int times) {
    if (times > 1) {
      resumeAt = Math.max(resumeAt, now + FIRST_PAUSE * times);
    }
  }
}
