package dev.sluice.bench;

/** Sees events arrive. */
interface Arrivals {

  /** What came before does not count. */
  void expect();

  /** When the next one came, on the monotonic clock. */
  long await();
}
