package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.lane.EventLog.Kept;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The relay's statements as {@code model/lane.py} has them, each atomic, on a virtual clock. */
final class SimulatedDatabase {

  final SimulatedApplication application;
  final SimulatedHeld held = new SimulatedHeld();
  final SimulatedBreakers breakers = new SimulatedBreakers();
  final Set<Long> ledger = new HashSet<>();

  /** What was ever settled as dead. */
  final Set<Long> died = new HashSet<>();

  /** Copies in the dead-letter queue. */
  final Set<Long> letters = new HashSet<>();

  /** Settled as dead before there was a copy. */
  final Set<Long> uncopied = new HashSet<>();

  final SimulatedShards shards = new SimulatedShards();
  boolean skipsShards = true;
  private final Set<List<Long>> settled = new HashSet<>();
  private final Map<Long, List<Progress>> progress = new HashMap<>();
  private final Random random;
  private long tokens;
  private long nanos = Duration.ofDays(1).toNanos();

  SimulatedDatabase(Random random) {
    this.random = random;
    this.application = new SimulatedApplication(random, this::micros);
  }

  long nanos() {
    return nanos;
  }

  private long micros() {
    return nanos / 1000;
  }

  void pass(long more) {
    nanos += more;
  }

  /** Each committed event is in the ledger, dead, or dropped by a person. */
  boolean accounted() {
    Set<Long> open = new HashSet<>();
    application.committed().forEach(event -> open.add(event.seq()));
    open.removeAll(ledger);
    open.removeAll(held.dead());
    open.removeAll(held.discarded());
    return open.isEmpty();
  }

  private Progress entry(int shard) {
    return progress.getOrDefault(shards.token(shard), List.of()).stream()
        .filter(place -> place.shards().contains(shard))
        .findFirst()
        .orElse(Progress.none(ShardSet.NONE));
  }

  /**
   * A free shard may be locked by another statement and skipped.
   *
   * @param atOnce takes what it should ask for
   * @param condemning so many crashes with one event in flight alone
   */
  Lease lease(LeaseRequest request, boolean atOnce, boolean withProgress, int condemning) {
    ShardSet others = shards.askFor(request, nanos);
    ShardSet free =
        ShardSet.of(
            IntStream.range(0, ShardSet.COUNT)
                .filter(i -> shards.mayTake(i, request, nanos) || (atOnce && others.contains(i)))
                .filter(i -> !skipsShards || random.nextInt(4) > 0)
                .boxed()
                .toList());
    long token = request.token() == null ? ++tokens : request.token();
    List<Progress> taken = places(free);
    if (!free.isEmpty()) {
      ShardSet kept = shards.with(token).without(free);
      List<Progress> document = new ArrayList<>(places(kept));
      document.addAll(taken);
      if (withProgress) {
        progress.put(token, document);
      }
    }
    long until = nanos + request.ttl().toNanos();
    int crashed = shards.crashed(free, token);
    Crashes crashes = shards.take(free, token, request.owner(), until, condemning);
    return new Lease(token, taken, held.blocked(free, request.blocking(), nanos), crashed, crashes);
  }

  private List<Progress> places(ShardSet some) {
    Map<Progress, ShardSet> alike = new LinkedHashMap<>();
    some.stream()
        .forEach(
            i -> {
              Progress at = entry(i);
              Progress place = new Progress(ShardSet.NONE, at.news(), at.lag());
              alike.merge(place, ShardSet.of(i), ShardSet::with);
            });
    return alike.entrySet().stream()
        .map(e -> new Progress(e.getValue(), e.getKey().news(), e.getKey().lag()))
        .toList();
  }

  ShardSet renew(long token, Duration ttl) {
    return shards.renew(token, nanos + ttl.toNanos());
  }

  News news(Map<Snapshot, ShardSet> since) {
    Snapshot now = application.snapshot();
    List<News.Fresh> fresh = new ArrayList<>();
    since.forEach(
        (before, some) -> {
          Map<String, List<SimulatedEvent>> streams = new LinkedHashMap<>();
          select(event -> some.contains(event.shard()) && isNew(event, before, now))
              .forEach(
                  event ->
                      streams
                          .computeIfAbsent(event.key().stream(), s -> new ArrayList<>())
                          .add(event));
          streams.forEach(
              (stream, events) ->
                  fresh.add(new News.Fresh(stream, some, events.getFirst().seq(), events.size())));
        });
    return new News(now, fresh);
  }

  /** In no slot before the horizon, and visible now. */
  private static boolean isNew(SimulatedEvent event, Snapshot since, Snapshot now) {
    return event.insertedAt() >= since.horizonMicros()
        && now.sees(event.transaction())
        && !since.sees(event.transaction());
  }

  private List<SimulatedEvent> select(Predicate<SimulatedEvent> which) {
    return application.committed().stream()
        .filter(which)
        .sorted(Comparator.comparingLong(SimulatedEvent::seq))
        .toList();
  }

  /** Some parts get no room. */
  Page page(PageRequest request, boolean movesTarget) {
    List<Page.Found> parts = new ArrayList<>();
    boolean room = true;
    for (PageRequest.Wanted part : request.parts()) {
      Position at = part.position();
      Snapshot target = movesTarget ? application.snapshot() : at.openTarget();
      List<LogEvent> events =
          select(
                  event ->
                      event.key().stream().equals(part.stream())
                          && part.shards().contains(event.shard())
                          && event.seq() > at.seq()
                          && isNew(event, at.since(), target))
              .stream()
              .limit(room ? part.limit() : 0)
              .map(event -> event.read(1, false))
              .toList();
      parts.add(new Page.Found(events, room && events.size() < part.limit()));
      room = random.nextInt(20) > 0;
    }
    return new Page(parts);
  }

  Kept settle(Settlement settlement, boolean fenced) {
    ShardSet mine = shards.with(settlement.token());
    ShardSet wanted = shards.wanted(settlement.token());
    if (fenced && !mine.equals(settlement.shards())) {
      return new Kept(mine, wanted);
    }
    if (settled.add(List.of(settlement.token(), settlement.number()))) {
      settlement.deliveries().forEach(delivery -> ledger.addAll(delivery.seqs()));
      settlement.changes().forEach(change -> held.apply(change, nanos));
      settlement.changes().stream()
          .filter(change -> change instanceof Settlement.Change.Dead)
          .forEach(change -> died.add(change.event().seq()));
      died.stream().filter(seq -> !letters.contains(seq)).forEach(uncopied::add);
      write(settlement);
    }
    return new Kept(fenced ? mine : settlement.shards(), wanted);
  }

  void write(Settlement settlement) {
    progress.put(settlement.token(), settlement.progress());
  }

  /** For messages about a fault. */
  String describe(long seq) {
    return seq + ", held: " + held.find(seq);
  }
}
