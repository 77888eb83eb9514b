package dev.sluice.local.chaos;

/**
 * Something that happened, and to which shards: all but those of one lane were spared when a relay
 * was hit. Times are the system's clock, which the database and the producers read too.
 *
 * @param fromMillis before it
 * @param toMillis after it: nothing that was sent later can have suffered
 * @param shards a bit for each
 */
record Disturbance(Fault fault, long fromMillis, long toMillis, int shards) {

  static final int ALL = 0xffff;

  /** Whether an event was on its way, and its sender may not have learned that it arrived. */
  boolean met(Journey event) {
    boolean ours = (shards >> event.shard() & 1) == 1;
    // A zombie has in memory what it sends later.
    long begun = fault.leavesZombie() ? event.createdMillis() : event.sentMillis();
    return ours && begun <= toMillis && event.settledMillis() >= fromMillis;
  }

  /**
   * An event from its commit to the ledger.
   *
   * @param sentMillis when the first copy that arrived was handed to the producer
   */
  record Journey(int shard, long createdMillis, long sentMillis, long settledMillis) {}
}
