package dev.sluice.bench;

/**
 * How much write-ahead log a run took.
 *
 * @param bytes all of it
 * @param pageImageBytes the part that is due to the checkpoint before the run: whoever changes a
 *     page first after a checkpoint logs the whole page
 */
record LogUse(long bytes, long pageImageBytes) {

  static final LogUse NONE = new LogUse(0, 0);
}
