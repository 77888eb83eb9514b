package dev.sluice.relay.lane;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which event tries a destination whose breaker is open. */
final class Probes {

  /** One of the two: the key of a held event, or a strand whose next event it is. */
  record Candidate(List<EventKey> key, List<Strand> strand) {

    boolean isNone() {
      return key.isEmpty() && strand.isEmpty();
    }
  }

  private final Strands strands;
  private final BlockedKeys blocked;
  private final Destinations destinations;

  Probes(Strands strands, BlockedKeys blocked, Destinations destinations) {
    this.strands = strands;
    this.blocked = blocked;
    this.destinations = destinations;
  }

  /**
   * A held event and one of the log in turn, and of another key each time: one dead partition keeps
   * no topic closed. Until the news is known there is only one of the two.
   */
  Optional<Candidate> take(long now) {
    if (!strands.upToDate()) {
      return Optional.empty();
    }
    return due(now).map(queue -> take(queue, now)).filter(probe -> !probe.isNone()).findFirst();
  }

  private Candidate take(DestinationQueue queue, long now) {
    List<Strand> strand = readable(queue).limit(1).toList();
    Boolean last = queue.probedHeld;
    boolean heldFirst = last == null ? blocked.probesFirst() : !last;
    if (!strand.isEmpty() && !heldFirst) {
      return new Candidate(List.of(), strand);
    }
    Predicate<EventKey> ofQueue = k -> isFor(k.stream(), queue);
    List<EventKey> key = blocked.take(now, 1, ofQueue);
    boolean none = key.isEmpty() && !blocked.settling(ofQueue); // one of those is it before long
    return new Candidate(key, none ? strand : List.of());
  }

  /** Whether an event could try now. */
  boolean areDue(long now) {
    return due(now)
        .anyMatch(
            queue ->
                blocked.nextDue(now, key -> isFor(key.stream(), queue)) <= now
                    || readable(queue).findAny().isPresent());
  }

  private Stream<DestinationQueue> due(long now) {
    return destinations.queues().stream()
        .filter(queue -> queue.breaker.probeDue(now) && queue.idle())
        .filter(queue -> !destinations.isPaused(queue));
  }

  private Stream<Strand> readable(DestinationQueue queue) {
    return strands.readable().stream().filter(strand -> isFor(strand.stream, queue));
  }

  private boolean isFor(String stream, DestinationQueue queue) {
    return destinations.queueOf(stream) == queue && !destinations.isPaused(stream);
  }
}
