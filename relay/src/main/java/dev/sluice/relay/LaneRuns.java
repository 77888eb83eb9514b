package dev.sluice.relay;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Subscription;
import dev.sluice.relay.lane.EventLog;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.Lane;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.lane.Peers;
import dev.sluice.relay.lane.RelayListener;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs a subscription's lanes, one after the other, and keeps connections and producers open
 * between them. Reading and settling have a connection each, so that both overlap with publishing.
 */
final class LaneRuns {

  /** Open for one run or several; closed for good. */
  private record Resources(EventLog reader, EventLog settler, Publishers publishers) {
    void close() {
      try (settler;
          reader) {
        publishers.close();
      }
    }

    void closeLogs() {
      try (settler) {
        reader.close();
      }
    }
  }

  private final RelayConfig config;
  private final Subscription subscription;
  private final Peers peers;
  private final Supplier<EventLog> logs;
  private final Supplier<Publishers> publishers;
  private final LongSupplier nanoTime;
  private final Supplier<RandomGenerator> random;
  private @Nullable Resources open;

  LaneRuns(
      RelayConfig config,
      Subscription subscription,
      Peers peers,
      Supplier<EventLog> logs,
      Supplier<Publishers> publishers,
      LongSupplier nanoTime,
      Supplier<RandomGenerator> random) {
    this.config = config;
    this.subscription = subscription;
    this.peers = peers;
    this.logs = logs;
    this.publishers = publishers;
    this.nanoTime = nanoTime;
    this.random = random;
  }

  LaneReport run(Invocation invocation, String owner, Duration remaining, RelayListener listener) {
    Resources here = resources();
    Lane lane =
        new Lane(
            config,
            subscription,
            peers,
            here.reader,
            here.settler,
            here.publishers,
            nanoTime,
            random.get(),
            invocation,
            owner);
    try {
      return lane.run(remaining, listener);
    } finally {
      if (lane.cutOff()) {
        close(); // work that goes on must neither send nor settle beside the next run
      }
    }
  }

  void disconnect() {
    Resources here = open;
    if (here != null) {
      here.closeLogs();
      open = new Resources(logs.get(), logs.get(), here.publishers);
    }
  }

  private Resources resources() {
    Resources here = open;
    if (here == null) {
      here = new Resources(logs.get(), logs.get(), publishers.get());
      open = here;
    }
    return here;
  }

  void close() {
    Resources here = open;
    open = null;
    if (here != null) {
      here.close();
    }
  }
}
