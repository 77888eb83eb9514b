package dev.sluice.relay.lane;

import java.util.List;

/**
 * A stream's shards that stand at the same place. Reading runs ahead of settling within a window:
 * what was read may be dropped and read again, what is settled never is. The next window opens when
 * all of the last one is settled.
 */
final class Strand {

  final String stream;
  private ShardSet shards;
  private Position read;
  private Position settled;
  private long owed;
  private int unsettled;

  Strand(String stream, ShardSet shards, Position position) {
    this.stream = stream;
    this.shards = shards;
    this.read = position;
    this.settled = position;
  }

  ShardSet shards() {
    return shards;
  }

  /** Where its next owner goes on. */
  Position settled() {
    return settled;
  }

  Position read() {
    return read;
  }

  /** How many events the news counted that were not read since. */
  long owed() {
    return owed;
  }

  /** Events committed that no window holds yet. */
  void news(long first, long count) {
    read = read.knowing(first);
    settled = settled.knowing(first);
    owed += count;
  }

  boolean readable() {
    return read.inWindow() || mayOpen();
  }

  boolean mayOpen() {
    return !read.inWindow() && read.hasNews() && unsettled == 0;
  }

  /** It stands at the news: nothing is to be read or to be settled. */
  boolean idle() {
    return !read.inWindow() && !read.hasNews() && unsettled == 0;
  }

  boolean standsBeside(Strand other) {
    return mayOpen() && other.mayOpen() && read.since().equals(other.read.since());
  }

  void absorb(Strand other) {
    shards = shards.with(other.shards);
    news(other.read.next(), other.owed);
  }

  void lose(ShardSet lost) {
    shards = shards.without(lost);
  }

  void open(Snapshot newest) {
    read = read.open(newest);
    settled = read;
  }

  /** Takes what a page brought. */
  Batch advance(EventLog.Page.Found page) {
    Position from = read;
    read = page.exhausted() ? from.end() : from.upTo(page.events().getLast().seq());
    owed = Math.max(0, owed - page.events().size());
    unsettled++;
    return new Batch(this, from, read, page.events());
  }

  void settle(Batch batch) {
    unsettled--;
    settled = batch.to();
    if (read.hasNews()) {
      settled = settled.knowing(read.next()); // of later news than the batch
    }
  }

  /** Drops what was read last, in the order in which it was read. */
  void rewind(List<Batch> batches) {
    long next = read.next();
    Position from = batches.getFirst().from();
    read = next == 0 ? from : from.knowing(next);
    unsettled -= batches.size();
    batches.forEach(batch -> owed += batch.events().size());
  }
}
