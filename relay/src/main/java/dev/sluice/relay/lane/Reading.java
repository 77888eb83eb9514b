package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads news, pages and held events, one after the other, as far ahead as there is room. */
final class Reading {

  private static final long AGAIN = Duration.ofSeconds(1).toNanos();
  private static final int MOST_PARTS = 50;

  /** A probe must not be behind a blocked key: so far it is looked for at once. */
  private static final int PROBES = 200;

  private final Caution caution;
  private final Tasks tasks;
  private final HeldShards held;
  private final Strands strands;
  private final BlockedKeys blocked;
  private final Destinations destinations;
  private final Probes probes;
  private final HeldEvents heldEvents;
  private final HeldChanges heldChanges;
  private final Looks looks = new Looks();
  private boolean busy;
  private long statesAt = Long.MIN_VALUE;
  private long notBefore = Long.MIN_VALUE;
  private boolean newsLast;

  Reading(
      Caution caution,
      Tasks tasks,
      HeldShards held,
      Strands strands,
      BlockedKeys blocked,
      Destinations destinations) {
    this.caution = caution;
    this.tasks = tasks;
    this.held = held;
    this.strands = strands;
    this.blocked = blocked;
    this.destinations = destinations;
    this.probes = new Probes(strands, blocked, destinations);
    this.heldEvents = new HeldEvents(blocked, destinations);
    this.heldChanges = new HeldChanges(held, blocked, destinations.blocking);
  }

  void start(long now) {
    if (busy || held.token() == null || now < notBefore) {
      return;
    }
    if (now >= statesAt) {
      startStates(now);
      return;
    }
    boolean overdue = looks.areOverdue(now) && !newsLast; // news may take longer than that
    boolean room = destinations.bytes() < caution.bytes();
    newsLast = overdue || !(room && (startHeads(now) || startPage(now) || startProbe(now)));
    if (newsLast && looks.areDue(now)) {
      startNews(now);
    }
  }

  boolean busy() {
    return busy;
  }

  /** Nothing is left that may be read now, as far as the last news said. */
  boolean drained(long now) {
    return !busy
        && looks.nothingNew()
        && blocked.nextDue(now, this::isOpen) > now
        && readable().findAny().isEmpty()
        && !probes.areDue(now);
  }

  /** Whether news have been asked for since; if not, they are next. */
  boolean looked(long since) {
    boolean looked = looks.last() >= since;
    if (!looked) {
      looks.atOnce();
    }
    return looked;
  }

  /** Drained, and nothing waits for a destination that is down. */
  boolean idle(long now) {
    return drained(now)
        && blocked.nextDue(now, key -> destinations.isAwaited(key.stream())) > now
        && strands.readable().stream().noneMatch(at -> destinations.isAwaited(at.stream));
  }

  long nextDue(long now) {
    if (busy) {
      return Long.MAX_VALUE;
    }
    long event = Math.min(blocked.nextDue(now, this::isOpen), destinations.nextProbe());
    return Math.max(notBefore, Math.min(event, Math.min(looks.next(), statesAt)));
  }

  private boolean isOpen(EventKey key) {
    return destinations.openQueueOf(key.stream()) != null;
  }

  /** Shards came or went. */
  void wake() {
    heldChanges.forget();
    looks.atOnce();
  }

  private void startStates(long now) {
    busy = true;
    tasks.onReader(
        heldChanges.look(),
        found -> {
          busy = false;
          statesAt = now + AGAIN;
          destinations.learn(found.states(), now, now, blocked);
          heldChanges.learn(found, now);
        },
        lost -> later(now));
  }

  private void startNews(long now) {
    busy = true;
    Map<Snapshot, ShardSet> since = strands.since();
    tasks.onReader(
        log -> log.news(since),
        news -> {
          busy = false;
          learn(since, news, now);
        },
        lost -> later(now));
  }

  private void learn(Map<Snapshot, ShardSet> asked, News news, long askedAt) {
    boolean some = strands.learn(asked, news);
    looks.looked(askedAt, !some && strands.upToDate());
  }

  private void later(long now) {
    busy = false;
    statesAt = now; // before all else: a lane that does not know what others held reads nothing
    notBefore = now + AGAIN;
  }

  private Stream<Strand> readable() {
    return strands.readable().stream()
        .filter(strand -> destinations.openQueueOf(strand.stream) != null)
        .filter(strand -> !blocked.full(strand.stream));
  }

  private long room() {
    return Math.max(1, caution.bytes() - destinations.bytes());
  }

  private boolean startPage(long now) {
    List<Strand> chosen =
        readable()
            .filter(strand -> destinations.hasRoom(strand.stream, caution.limit()))
            .limit(Math.min(MOST_PARTS, caution.limit()))
            .toList();
    if (!chosen.isEmpty()) {
      startPage(chosen, Math.max(1, caution.limit() / chosen.size()), false, now);
    }
    return !chosen.isEmpty();
  }

  private void startPage(List<Strand> chosen, int share, boolean probe, long now) {
    List<PageRequest.Wanted> parts =
        chosen.stream()
            .map(
                strand ->
                    new PageRequest.Wanted(
                        strand.stream, strand.shards(), strands.window(strand), share))
            .toList();
    long room = room();
    busy = true;
    tasks.onReader(
        log -> log.page(new PageRequest(parts, room)),
        page -> {
          busy = false;
          paged(chosen, parts, probe, page);
        },
        lost -> later(now));
  }

  private boolean startProbe(long now) {
    Optional<Probes.Candidate> probe = probes.take(now);
    probe.ifPresent(
        candidate -> {
          if (candidate.key().isEmpty()) {
            startPage(candidate.strand(), Math.min(PROBES, caution.limit()), true, now);
          } else {
            startHeads(candidate.key(), 1, now);
          }
        });
    return probe.isPresent();
  }

  /** A strand that was rewound meanwhile is where the page did not begin. */
  private void paged(
      List<Strand> chosen, List<PageRequest.Wanted> parts, boolean probe, Page page) {
    for (int i = 0; i < chosen.size(); i++) {
      Strand strand = chosen.get(i);
      Page.Found part = page.parts().get(i);
      boolean reached = part.exhausted() || !part.events().isEmpty();
      boolean inPlace = strand.read().equals(parts.get(i).position());
      boolean taken = destinations.mayTake(strand.stream, probe);
      if (reached && inPlace && taken && !strand.shards().isEmpty()) {
        DestinationQueue queue = Objects.requireNonNull(destinations.queueOf(strand.stream));
        (probe ? part.oneByOne() : List.of(part)).forEach(p -> queue.offer(strand.advance(p)));
        strands.toTheEnd(strand.stream);
      }
    }
  }

  private boolean startHeads(long now) {
    int page = caution.limit();
    List<EventKey> keys =
        blocked.take(now, caution.keys(), key -> destinations.hasRoom(key.stream(), page));
    if (!keys.isEmpty()) {
      startHeads(keys, caution.eventsOfKey(), now);
    }
    return !keys.isEmpty();
  }

  private void startHeads(List<EventKey> keys, int eventsOfKey, long now) {
    long room = room();
    busy = true;
    tasks.onReader(
        log -> log.heads(new HeadRequest(keys, eventsOfKey, room, destinations.blocking)),
        heads -> {
          busy = false;
          heldEvents.take(keys, heads, now);
        },
        lost -> {
          keys.forEach(key -> blocked.read(key, false));
          later(now);
        });
  }
}
