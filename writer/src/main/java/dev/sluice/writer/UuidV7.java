package dev.sluice.writer;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Makes version 7 UUIDs (RFC 9562, method 3) that rise from one to the next, so that new ids land
 * at the right edge of their index: 48 bits of milliseconds, 12 of their fraction, 62 of chance.
 */
final class UuidV7 {

  /**
   * The module's only static state. An event has its id before any Outbox sees it, so that
   * appending it again is a no-op; and ids rise across threads only if all of them share the last
   * one.
   */
  private static final UuidV7 SHARED = new UuidV7(InstantSource.system(), new SecureRandom());

  private static final int NANOS_A_MILLI = 1_000_000;
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private final InstantSource clock;
  private final RandomGenerator random;
  private final AtomicLong last = new AtomicLong();

  UuidV7(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  static UUID next() {
    return SHARED.generate();
  }

  UUID generate() {
    long now = ticks(clock.instant());
    // Borrows from the future when the clock stands still or goes back.
    long tick = last.updateAndGet(previous -> Math.max(previous + 1, now));
    long high = (tick >>> 12) << 16 | VERSION | (tick & 0xfff);
    return new UUID(high, (random.nextLong() >>> 2) | VARIANT);
  }

  /** The time in 4096ths of a millisecond. */
  private static long ticks(Instant instant) {
    long millis = instant.getEpochSecond() * 1000 + instant.getNano() / NANOS_A_MILLI;
    long fraction = instant.getNano() % NANOS_A_MILLI;
    return (millis << 12) | (fraction * 4096 / NANOS_A_MILLI);
  }
}
