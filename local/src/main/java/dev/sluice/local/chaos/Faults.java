package dev.sluice.local.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

/** Does what the deck says: kills at once, all that takes time beside the rest. */
final class Faults implements AutoCloseable {

  private interface Work {
    void run() throws Exception;
  }

  private final List<Lane> lanes;
  private final ServerFaults servers;
  private final Redrives redrives;
  private final Duration lease;
  private final RandomGenerator random;
  private final List<Future<?>> underWay = new ArrayList<>();

  /** A server is hit by one thing at a time, and an operator does one thing at a time. */
  private final ExecutorService ofServers = threads(1);

  private final ExecutorService ofOperator = threads(1);
  private final ExecutorService ofRelays;

  Faults(
      List<Lane> lanes,
      ServerFaults servers,
      Redrives redrives,
      Duration lease,
      RandomGenerator random) {
    this.lanes = lanes;
    this.servers = servers;
    this.redrives = redrives;
    this.lease = lease;
    this.random = random;
    this.ofRelays = threads(lanes.size());
  }

  private static ExecutorService threads(int count) {
    return Executors.newFixedThreadPool(count, Thread.ofPlatform().daemon().factory());
  }

  void strike(Fault fault) throws Exception {
    switch (fault) {
      case RELAY_KILLED -> working().kill();
      case RELAY_FROZEN, RELAY_CUT_OFF -> {
        Lane lane = working();
        Duration atMost = lease.plusSeconds(1 + random.nextInt(4));
        later(ofRelays, () -> lane.leaveZombie(fault, atMost));
      }
      case RELAY_SUCCEEDED -> {
        Lane lane = working();
        later(ofRelays, lane::handOver);
      }
      case DATABASE_KILLED -> later(ofServers, () -> servers.database(fault, true));
      case DATABASE_RESTARTED -> later(ofServers, () -> servers.database(fault, false));
      case BROKER_KILLED -> later(ofServers, () -> servers.broker(fault, true));
      case BROKER_RESTARTED -> later(ofServers, () -> servers.broker(fault, false));
      case DATABASE_CUT -> servers.cutDatabase();
      case BROKER_CUT -> servers.cutBroker();
      case DATABASE_SLOW -> later(ofServers, servers::slowDatabase);
      case BROKER_SLOW -> later(ofServers, servers::slowBroker);
      case REDRIVE -> later(ofOperator, redrives::redrive);
      case RELAY_OUT_OF_TIME -> throw new IllegalArgumentException(fault + " comes by itself");
    }
  }

  private void later(ExecutorService executor, Work work) {
    underWay.add(
        executor.submit(
            () -> {
              work.run();
              return true;
            }));
  }

  /** One of the lanes that lease shards; a lane without any has nothing to lose. */
  private Lane working() throws Exception {
    Patience.await("a lane works", () -> lanes.stream().anyMatch(Lane::works));
    List<Lane> working = lanes.stream().filter(Lane::works).toList();
    return working.isEmpty() ? lanes.getFirst() : working.get(random.nextInt(working.size()));
  }

  /** Returns when all of them are over, and why some failed. */
  List<String> finish() throws InterruptedException {
    List<String> failures = new ArrayList<>();
    for (Future<?> each : underWay) {
      try {
        each.get();
      } catch (ExecutionException e) {
        failures.add(String.valueOf(e.getCause()));
      }
    }
    return failures;
  }

  @Override
  public void close() {
    ofServers.shutdownNow();
    ofOperator.shutdownNow();
    ofRelays.shutdownNow();
    lanes.forEach(Lane::close);
    redrives.close();
  }
}
