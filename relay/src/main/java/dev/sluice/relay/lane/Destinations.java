package dev.sluice.relay.lane;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.config.Subscription;
import dev.sluice.relay.spi.Destination;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which way each stream takes, and what is under way to each destination. */
final class Destinations {

  final Subscription subscription;
  private final Publishers publishers;
  private final Listeners listeners;

  /** Read by every thread. */
  final BlockingStreams blocking;

  private final Map<String, Optional<Route>> routes = new HashMap<>();

  /** Routes to one place may differ in format and order; breaker and pause are of the place. */
  private final Map<Destination, DestinationQueue> queues = new LinkedHashMap<>();

  /** Those that were ever in use: a crash may have met events of each in flight. */
  private final Set<Destination> used = new HashSet<>();

  private States states = new States(Set.of(), Set.of(), Map.of(), 0, ShardSet.NONE);
  private long learnedAt;

  Destinations(Subscription subscription, Publishers publishers, Listeners listeners) {
    this.subscription = subscription;
    this.publishers = publishers;
    this.listeners = listeners;
    this.blocking = new BlockingStreams(subscription.routes());
  }

  private DestinationQueue queue(Destination destination) {
    used.add(destination);
    DestinationQueue queue =
        new DestinationQueue(destination, () -> publishers.of(destination).pipeline(destination));
    Duration wait = states.openBreakers().get(destination.uri());
    if (wait != null) {
      queue.breaker.open(learnedAt, learnedAt + wait.toNanos());
    }
    return queue;
  }

  Optional<Route> routeOf(String stream) {
    return routes.computeIfAbsent(stream, this::findRoute);
  }

  private Optional<Route> findRoute(String stream) {
    Optional<Route> route = subscription.routeOf(stream);
    if (route.isEmpty()) {
      listeners.tell(to -> to.unrouted(stream, subscription.whyUnrouted(stream)));
    }
    return route;
  }

  /** Streams with events and without a route. */
  int unrouted() {
    return (int) routes.values().stream().filter(Optional::isEmpty).count();
  }

  /** Destinations that are down, as far as this lane knows. */
  int openBreakers() {
    Set<String> open = new HashSet<>(states.openBreakers().keySet());
    queues.keySet().forEach(destination -> open.remove(destination.uri()));
    queues.values().stream()
        .filter(queue -> !queue.breaker.closed())
        .forEach(queue -> open.add(queue.destination.uri()));
    return open.size();
  }

  Route routeOf(LogEvent event) {
    return routeOf(event.message().stream()).orElseThrow();
  }

  /** Null for a stream that no route matches. */
  @Nullable DestinationQueue queueOf(String stream) {
    return routeOf(stream)
        .map(route -> queues.computeIfAbsent(route.destination(), this::queue))
        .orElse(null);
  }

  /** The queue of a stream that may be read now; null where a pause or a breaker forbids it. */
  @Nullable DestinationQueue openQueueOf(String stream) {
    DestinationQueue queue = queueOf(stream);
    return queue == null || !queue.breaker.closed() || !isAwaited(stream) ? null : queue;
  }

  /** Whether it is read now, or when its destination is up again: nobody has paused it. */
  boolean isAwaited(String stream) {
    DestinationQueue queue = queueOf(stream);
    return queue != null && !isPaused(stream) && !isPaused(queue);
  }

  /** Whether a page of so many events may be read for it now. */
  boolean hasRoom(String stream, int page) {
    DestinationQueue queue = openQueueOf(stream);
    return queue != null && queue.hasRoom(page);
  }

  /**
   * Whether events that were read may wait for it: its breaker may have opened meanwhile.
   *
   * @param probe one of them may be its probe
   */
  boolean mayTake(String stream, boolean probe) {
    DestinationQueue queue = queueOf(stream);
    return openQueueOf(stream) != null
        || (probe && queue != null && !queue.breaker.closed() && queue.idle());
  }

  boolean isPaused(DestinationQueue queue) {
    return states.pausedDestinations().contains(queue.destination.uri());
  }

  boolean isPaused(String stream) {
    return states.pausedStreams().contains(stream);
  }

  /** Drops what was read for a stream or a destination that is paused now. */
  void learn(States latest, long askedAt, long now, BlockedKeys blocked) {
    boolean morePaused =
        !states.pausedStreams().containsAll(latest.pausedStreams())
            || !states.pausedDestinations().containsAll(latest.pausedDestinations());
    states = latest;
    learnedAt = now;
    for (DestinationQueue queue : queues.values()) {
      Duration wait = states.openBreakers().get(queue.destination.uri());
      boolean news = queue.breaker.outdated(askedAt);
      boolean opened = news && wait != null && queue.breaker.closed();
      if (news && wait == null) {
        queue.breaker.close(now);
      } else if (wait != null && opened) {
        queue.breaker.open(now, now + wait.toNanos());
      }
      if (morePaused || opened) {
        queue.drop(blocked);
      }
    }
    queues.values().removeIf(DestinationQueue::isForgettable);
  }

  /** How many were in use, also those whose queues were forgotten. */
  int used() {
    return used.size();
  }

  Collection<DestinationQueue> queues() {
    return queues.values();
  }

  /** The turn of this one is over. */
  void toTheEnd(DestinationQueue queue) {
    queues.remove(queue.destination);
    queues.put(queue.destination, queue);
  }

  /** Whether a call is in flight, or may be before long. */
  boolean busy() {
    return queues.values().stream()
        .anyMatch(queue -> queue.inFlight() > 0 || queue.breaker.takingProbe());
  }

  /** When the next probe may be taken; Long.MAX_VALUE if none is due. */
  long nextProbe() {
    return queues.values().stream()
        .mapToLong(queue -> queue.breaker.nextProbe())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  int inFlight() {
    return queues.values().stream().mapToInt(DestinationQueue::inFlight).sum();
  }

  boolean idle() {
    return queues.values().stream().allMatch(DestinationQueue::idle);
  }

  long bytes() {
    return queues.values().stream().mapToLong(DestinationQueue::bytes).sum();
  }
}
