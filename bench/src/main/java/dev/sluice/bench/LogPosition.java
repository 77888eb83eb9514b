package dev.sluice.bench;

/**
 * How far the write-ahead log has come.
 *
 * @param fullPages page images in it: the price of touching a page first after a checkpoint
 */
record LogPosition(long bytes, long fullPages) {

  LogPosition since(LogPosition before) {
    return new LogPosition(bytes - before.bytes, fullPages - before.fullPages);
  }
}
