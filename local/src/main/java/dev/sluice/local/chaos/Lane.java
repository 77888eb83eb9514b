package dev.sluice.local.chaos;

import static dev.sluice.local.chaos.Disturbances.now;

import dev.sluice.local.Answer;
import dev.sluice.local.FunctionName;
import dev.sluice.local.orders.RelaySchedule;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A lane: the schedule of its process, which is killed, frozen, and cut off from the database. */
final class Lane implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(25);

  /** How a process ends is noticed so much later at the most. */
  private static final long NOTICED_MILLIS = 1_000;

  private static final int LOOK_MILLIS = 50;

  /**
   * A function of a name that no other has: its leases bear it.
   *
   * @param database its connections
   */
  private record Function(String name, Proxy database, RelaySchedule schedule) {}

  private final ChaosServices services;
  private final ShardWatch watch;
  private final Disturbances disturbances;
  private final int number;
  private final int lanes;
  private final Duration clockBehind;
  private final Consumer<String> log;
  private final CountDownLatch closing = new CountDownLatch(1);
  private int functions;
  private volatile Function current;
  private volatile boolean killing;

  Lane(
      ChaosServices services,
      ShardWatch watch,
      Disturbances disturbances,
      int number,
      int lanes,
      Duration clockBehind,
      Consumer<String> log) {
    this.services = services;
    this.watch = watch;
    this.disturbances = disturbances;
    this.number = number;
    this.lanes = lanes;
    this.clockBehind = clockBehind;
    this.log = log;
    this.current = begin();
  }

  private Function begin() {
    String name = "lane-%d-%d".formatted(number, ++functions);
    Proxy database = services.openProxyToDatabase();
    RelaySchedule schedule =
        new RelaySchedule(
            services.function(FunctionName.RELAY, name, database, TIMEOUT, clockBehind, log),
            number,
            lanes,
            answer -> ended(name, answer),
            log);
    schedule.start();
    return new Function(name, database, schedule);
  }

  private void ended(String function, Answer answer) {
    switch (answer) {
      case Answer.Answered _ -> {}
      case Answer.Failed failed -> log.accept(function + " failed: " + failed.message());
      case Answer.TimedOut _ -> {
        int shards = orphaned(function, System.nanoTime());
        disturbances.add(Fault.RELAY_OUT_OF_TIME, now() - NOTICED_MILLIS, shards, function);
      }
      case Answer.Crashed crashed -> {
        if (!killing && closing.getCount() > 0) {
          disturbances.unexpected(function + " ended with " + crashed.exitCode());
        }
        killing = false;
      }
    }
  }

  /** The next owner is the process that comes next, when it has reached the database. */
  private int orphaned(String function, long sinceNanos) {
    return watch.orphaned(
        function, sinceNanos, () -> current.database().firstConnectionAfter(sinceNanos));
  }

  /** Whether it leases a shard. */
  boolean works() {
    return watch.of(current.name()) != 0;
  }

  synchronized void kill() {
    String name = current.name();
    long from = now();
    long nanos = System.nanoTime();
    killing = true;
    current.schedule().function().kill();
    long to = now();
    disturbances.add(Fault.RELAY_KILLED, from, to, orphaned(name, nanos), name);
  }

  /**
   * Another process takes its place, and the first goes on when its shards have another owner.
   * Returns when that has ended.
   */
  void leaveZombie(Fault fault, Duration atMost) throws InterruptedException {
    Function zombie;
    synchronized (this) {
      zombie = current;
      long from = now();
      long nanos = System.nanoTime();
      if (fault == Fault.RELAY_FROZEN) {
        zombie.schedule().function().freeze();
      } else {
        zombie.database().hold();
      }
      long to = now();
      disturbances.add(fault, from, to, orphaned(zombie.name(), nanos), zombie.name());
      var unused = zombie.schedule().retire();
      current = begin();
    }
    try (RelaySchedule schedule = zombie.schedule()) {
      long end = System.nanoTime() + atMost.toNanos();
      while (watch.isNamed(zombie.name()) && System.nanoTime() < end) {
        closing.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
      schedule.function().thaw();
      zombie.database().release();
      schedule.retire().join();
    }
  }

  /** As each minute of a schedule does it. Returns when the first process has ended. */
  void handOver() {
    Function first;
    synchronized (this) {
      first = current;
      var unused = first.schedule().retire();
      current = begin();
    }
    try (RelaySchedule schedule = first.schedule()) {
      schedule.retire().join();
      // No reason for a duplicate.
      disturbances.add(Fault.RELAY_SUCCEEDED, now(), 0, first.name());
    }
  }

  @Override
  public synchronized void close() {
    closing.countDown();
    current.schedule().close();
  }
}
