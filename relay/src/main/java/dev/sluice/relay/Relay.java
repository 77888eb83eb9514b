package dev.sluice.relay;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Drains an outbox: lease, read, route, publish, settle, release. Reading and settling have a
 * connection each, so that both overlap with publishing.
 */
public final class Relay implements AutoCloseable {

  private final RelayConfig config;
  private final Outbox reader;
  private final Outbox settler;
  private final Publishers publishers;
  private final LongSupplier nanoTime;
  private final Supplier<RandomGenerator> random;

  /**
   * @param nanoTime a monotonic clock
   * @param random asked once an invocation, so that no snapshot holds a seed
   */
  public Relay(
      RelayConfig config,
      Outbox reader,
      Outbox settler,
      Publishers publishers,
      LongSupplier nanoTime,
      Supplier<RandomGenerator> random) {
    this.config = config;
    this.reader = reader;
    this.settler = settler;
    this.publishers = publishers;
    this.nanoTime = nanoTime;
    this.random = random;
  }

  /**
   * @param owner who asks, for people who look at the leases
   * @param remaining how long the invocation may still take
   */
  public RelayReport run(
      Invocation invocation, String owner, Duration remaining, RelayWatch watch) {
    long start = nanoTime.getAsLong();
    Deadlines deadlines = Deadlines.of(config, start, remaining);
    try (Tasks tasks = new Tasks(reader, settler, nanoTime)) {
      LaneState lane = new LaneState(config, publishers, tasks, random.get(), watch);
      try {
        return new RelayRun(lane, invocation, owner, deadlines).run();
      } finally {
        if (tasks.running()) {
          close(); // out of time: what still waits for an answer must not wake beside the next run
        }
      }
    }
  }

  /** Leaves no connection and no producer behind; the next run opens them anew. */
  @Override
  public void close() {
    publishers.close();
    reader.close();
    settler.close();
  }
}
