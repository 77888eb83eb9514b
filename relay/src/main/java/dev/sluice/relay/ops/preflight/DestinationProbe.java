package dev.sluice.relay.ops.preflight;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Looks at every destination at once, with publishers of its own. */
final class DestinationProbe {

  private DestinationProbe() {}

  /** A destination that answered nothing in time is missing in the result. */
  static Map<Destination, Finding> look(
      RelayConfig relay, List<Destination> destinations, Duration limit) {
    Map<Destination, Finding> findings = new HashMap<>();
    PublisherContext context =
        new PublisherContext(relay.environment(), limit.multipliedBy(6).dividedBy(10));
    try (Publishers publishers = Publishers.load(context);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Finding>> looks =
          destinations.stream()
              .<Callable<Finding>>map(destination -> () -> publishers.look(destination))
              .toList();
      // What is late is interrupted.
      List<Future<Finding>> looked =
          threads.invokeAll(looks, limit.toMillis(), TimeUnit.MILLISECONDS);
      for (int i = 0; i < looked.size(); i++) {
        if (looked.get(i).state() == Future.State.SUCCESS) {
          findings.put(destinations.get(i), looked.get(i).resultNow());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return findings;
  }
}
