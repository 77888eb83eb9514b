package dev.sluice.relay.config;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** One publisher a scheme, opened when the first event needs it. */
public final class Publishers implements AutoCloseable {

  private final Map<String, PublisherProvider> providers = new TreeMap<>();
  private final Map<String, Publisher> open = new ConcurrentHashMap<>();
  private final PublisherContext context;
  private boolean closed;

  public Publishers(Iterable<PublisherProvider> providers, PublisherContext context) {
    providers.forEach(provider -> this.providers.put(provider.scheme(), provider));
    this.context = context;
  }

  public static Publishers load(PublisherContext context) {
    return new Publishers(ServiceLoader.load(PublisherProvider.class), context);
  }

  /** The SLUICE_* variables that publishers understand. */
  Set<String> settings() {
    return providers.values().stream()
        .flatMap(provider -> provider.settings().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Nothing speaks against it where nobody knows the scheme; that is told as a fault. */
  boolean keepsOrder(Destination destination) {
    PublisherProvider provider = providers.get(destination.scheme());
    return provider == null || provider.keepsOrder(destination);
  }

  /** What is wrong with a route's destination, before anything is sent there. */
  List<String> faults(Destination destination) {
    PublisherProvider provider = providers.get(destination.scheme());
    if (provider == null) {
      return List.of(
          "no publisher for '" + destination.scheme() + ":'; there are " + providers.keySet());
    }
    return provider.faults(destination, context);
  }

  /** Whether it is there, for an operator. */
  public Finding look(Destination destination) {
    return of(destination).look(destination);
  }

  public Publisher of(Destination destination) {
    Publisher known = open.get(destination.scheme());
    return known == null ? openFirst(destination.scheme()) : known;
  }

  private synchronized Publisher openFirst(String scheme) {
    if (closed) {
      throw new IllegalStateException("the publishers are closed");
    }
    return open.computeIfAbsent(scheme, this::open);
  }

  private Publisher open(String scheme) {
    PublisherProvider provider = providers.get(scheme);
    if (provider == null) {
      throw new IllegalStateException("no publisher for " + scheme);
    }
    return provider.open(context);
  }

  /** Final: what is in flight is dropped, and no publisher is opened afterwards. */
  @Override
  public synchronized void close() {
    closed = true;
    List<Publisher> last = List.copyOf(open.values());
    open.clear();
    closeAll(last);
  }

  /** All of them, also when one throws. */
  private static void closeAll(List<Publisher> publishers) {
    if (!publishers.isEmpty()) {
      try (Publisher ignored = publishers.getFirst()) {
        closeAll(publishers.subList(1, publishers.size()));
      }
    }
  }
}
