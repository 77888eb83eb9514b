package dev.sluice.relay;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Subscription;
import dev.sluice.relay.lane.EventLog;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.lane.Peers;
import dev.sluice.relay.lane.RelayListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Runs the lanes of all subscriptions beside each other. They share nothing but the processor, so
 * that none notices when the destination of another is down.
 */
public final class Relay implements AutoCloseable {

  private final List<LaneRuns> subscriptions;

  /**
   * @param logs a new one for a subscription
   * @param nanoTime a monotonic clock
   * @param random called once for each run, so that no snapshot holds a seed
   */
  public Relay(
      RelayConfig config,
      Function<Subscription, EventLog> logs,
      Supplier<Publishers> publishers,
      LongSupplier nanoTime,
      Supplier<RandomGenerator> random) {
    Peers peers = new Peers();
    subscriptions =
        config.subscriptions().stream()
            .map(
                subscription ->
                    new LaneRuns(
                        config,
                        subscription,
                        peers,
                        () -> logs.apply(subscription),
                        publishers,
                        nanoTime,
                        random))
            .toList();
  }

  /**
   * @param owner stands beside the leases, for people
   * @param remaining how long the run may take
   */
  public LaneReport run(
      Invocation invocation, String owner, Duration remaining, RelayListener listener) {
    if (subscriptions.size() == 1) {
      return subscriptions.getFirst().run(invocation, owner, remaining, listener);
    }
    SharedListener shared = new SharedListener(listener);
    List<Callable<LaneReport>> runs = new ArrayList<>();
    for (LaneRuns lane : subscriptions) {
      RelayListener ofLane = shared.ofLane();
      runs.add(() -> lane.run(invocation, owner, remaining, ofLane));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(runs.size())) {
      return together(threads.invokeAll(runs));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while lanes were running", e);
    }
  }

  /** Whatever one lane throws is thrown when all have ended. */
  private static LaneReport together(List<Future<LaneReport>> runs) throws InterruptedException {
    List<LaneReport> reports = new ArrayList<>();
    List<Throwable> thrown = new ArrayList<>();
    for (Future<LaneReport> run : runs) {
      try {
        reports.add(run.get());
      } catch (ExecutionException e) {
        thrown.add(e.getCause());
      }
    }
    if (!thrown.isEmpty()) {
      IllegalStateException first = new IllegalStateException(thrown.getFirst());
      thrown.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
    return reports.stream().reduce(LaneReport::plus).orElseThrow();
  }

  /**
   * Leaves no connection behind, so that a database may sleep until the next run. Producers stay.
   */
  public void disconnect() {
    subscriptions.forEach(LaneRuns::disconnect);
  }

  /** Leaves no connection and no producer behind; the next run opens new ones. */
  @Override
  public void close() {
    subscriptions.forEach(LaneRuns::close);
  }
}
