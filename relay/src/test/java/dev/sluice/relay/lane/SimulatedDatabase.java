package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.HeldHeads;
import dev.sluice.relay.lane.EventLog.Kept;
import dev.sluice.relay.lane.EventLog.Lease;
import dev.sluice.relay.lane.EventLog.LeaseRequest;
import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The relay's statements as {@code model/lane.py} has them, each atomic, on a virtual clock. */
final class SimulatedDatabase {

  /** Its clock is never further from the time than this. The real log allows for an hour. */
  static final long MOST_SKEW = Duration.ofMillis(300).toNanos();

  private record Late(long at, Supplier<?> statement) {}

  final SimulatedApplication application;
  final SimulatedHeld held = new SimulatedHeld();
  final SimulatedStates states = new SimulatedStates();
  final SimulatedShards shards = new SimulatedShards();
  final Set<Long> ledger = new HashSet<>();

  /** Delivered events that an operator has sent again. */
  final Set<Long> replayed = new HashSet<>();

  /** Events that came into the ledger again. */
  final List<Long> repeated = new ArrayList<>();

  /** What was ever settled as dead. */
  final Set<Long> died = new HashSet<>();

  /** Copies in the dead-letter queue. */
  final Set<Long> letters = new HashSet<>();

  /** Settled as dead before there was a copy. */
  final Set<Long> uncopied = new HashSet<>();

  /** Statements pass by shards that are locked, and parts for which there is no room. */
  boolean skips = true;

  private final SimulatedWindows windows;
  private final PlantedFault fault;
  private final RandomGenerator random;
  private final Set<List<Long>> settled = new HashSet<>();
  private final Map<Long, List<Progress>> progress = new HashMap<>();
  private final Deque<Late> late = new ArrayDeque<>();
  private long tokens;
  private long nanos = Duration.ofDays(1).toNanos();
  private long skew;

  SimulatedDatabase(RandomGenerator random) {
    this(random, PlantedFault.NONE);
  }

  SimulatedDatabase(RandomGenerator random, PlantedFault fault) {
    this.random = random;
    this.fault = fault;
    this.application = new SimulatedApplication(random, () -> now() / 1000);
    this.windows = new SimulatedWindows(application, fault);
  }

  /** The time, which nobody knows. */
  long nanos() {
    return nanos;
  }

  /** The database's clock. */
  long now() {
    return nanos + skew;
  }

  void setClock(long away) {
    skew = away;
  }

  void pass(long more) {
    nanos += more;
    while (!late.isEmpty() && late.element().at <= nanos) {
      Objects.requireNonNull(late.remove().statement.get());
    }
  }

  /** A statement that the server runs although its client has given up. */
  void later(long delay, Supplier<?> statement) {
    late.add(new Late(nanos + delay, statement));
  }

  /** Each committed event is in the ledger, dead, or dropped by a person; nothing is owed. */
  boolean accounted() {
    if (!held.allDead()) {
      return false;
    }
    for (SimulatedEvent event : application.committed()) {
      long seq = event.seq();
      if (!ledger.contains(seq) && !held.dead().contains(seq) && !held.discarded().contains(seq)) {
        return false;
      }
    }
    return true;
  }

  private Progress entry(int shard) {
    for (Progress place : progress.getOrDefault(shards.token(shard), List.of())) {
      if (place.shards().contains(shard)) {
        return place;
      }
    }
    return Progress.none(ShardSet.NONE);
  }

  private boolean skips(int oneIn) {
    return skips && random.nextInt(oneIn) == 0;
  }

  Lease lease(LeaseRequest request) {
    ShardSet others = shards.askFor(request, now());
    ShardSet free = ShardSet.NONE;
    for (int i = 0; i < ShardSet.COUNT; i++) {
      boolean atOnce = fault == PlantedFault.TAKES_WHAT_IT_ASKS_FOR && others.contains(i);
      if ((atOnce || shards.mayTake(i, request, now())) && !skips(4)) {
        free = free.with(ShardSet.of(i));
      }
    }
    long token = request.token() == null ? ++tokens : request.token();
    List<Progress> taken = places(free);
    if (!free.isEmpty()) {
      List<Progress> document = new ArrayList<>(places(shards.with(token).without(free)));
      document.addAll(taken);
      if (fault != PlantedFault.LEASE_WITHOUT_PROGRESS) {
        progress.put(token, document);
      }
    }
    int crashed = shards.crashed(free, token);
    int condemning = fault == PlantedFault.CONDEMNS_AFTER_ONE_CRASH ? 1 : 2;
    long until = now() + request.ttl().toNanos();
    Crashes crashes = shards.take(free, token, request.owner(), until, condemning);
    return new Lease(token, taken, held.blocked(free, request.blocking(), now()), crashed, crashes);
  }

  private List<Progress> places(ShardSet some) {
    Map<Progress, ShardSet> alike = new LinkedHashMap<>();
    for (int i = 0; i < ShardSet.COUNT; i++) {
      if (some.contains(i)) {
        Progress at = entry(i);
        Progress place = new Progress(ShardSet.NONE, at.news(), at.lag());
        alike.merge(place, ShardSet.of(i), ShardSet::with);
      }
    }
    List<Progress> places = new ArrayList<>();
    alike.forEach((at, of) -> places.add(new Progress(of, at.news(), at.lag())));
    return places;
  }

  News news(Map<Snapshot, ShardSet> since) {
    return windows.news(since);
  }

  Page page(PageRequest request) {
    return windows.page(request, () -> skips(20));
  }

  HeldHeads heads(HeadRequest request) {
    boolean inTurn = fault != PlantedFault.RETRIES_OUT_OF_TURN;
    return held.heads(request, inTurn, () -> skips(20), now());
  }

  States states(long token) {
    boolean overlooked = fault == PlantedFault.OVERLOOKS_OPERATORS;
    return states.read(now(), overlooked ? 0 : held.changes(), shards.wanted(token));
  }

  Kept settle(Settlement settlement) {
    ShardSet mine = shards.with(settlement.token());
    ShardSet wanted = shards.wanted(settlement.token());
    boolean fenced = fault != PlantedFault.NO_FENCE;
    if (fenced && !mine.equals(settlement.shards())) {
      return new Kept(mine, wanted);
    }
    if (settled.add(List.of(settlement.token(), settlement.number()))
        || fault == PlantedFault.SETTLES_TWICE) {
      write(settlement);
    }
    return new Kept(fenced ? mine : settlement.shards(), wanted);
  }

  private void write(Settlement settlement) {
    for (Settlement.Delivery delivery : settlement.deliveries()) {
      for (long seq : delivery.seqs()) {
        if (!ledger.add(seq) && !replayed.contains(seq)) {
          repeated.add(seq);
        }
      }
    }
    for (Settlement.Change change : settlement.changes()) {
      long seq = change.event().seq();
      held.apply(change, now());
      if (change instanceof Settlement.Change.Dead && died.add(seq) && !letters.contains(seq)) {
        uncopied.add(seq);
      }
    }
    writeProgress(settlement);
  }

  void writeProgress(Settlement settlement) {
    progress.put(settlement.token(), settlement.progress());
  }

  /** For messages about a fault. */
  String describe(long seq) {
    return seq + ", held: " + held.find(seq);
  }
}
