package dev.sluice.relay;

import static java.util.stream.Collectors.toSet;

import dev.sluice.relay.Outbox.Share;
import dev.sluice.relay.Outbox.Snapshot;
import dev.sluice.relay.Outbox.State;
import dev.sluice.relay.Outbox.Subject;
import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.spi.Destination;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What the stages of one invocation share; touched by the loop's thread only. */
final class LaneState {

  final RelayConfig config;
  final Publishers publishers;
  final Tasks tasks;
  final RandomGenerator random;
  final Leasehold leasehold;
  final RelayWatch watch;
  final Acknowledgements acknowledgements;
  final HeldKeys heldKeys = new HeldKeys();
  final OpenTransactions openTransactions = new OpenTransactions();
  final Tally tally = new Tally();
  final Map<String, StreamCursor> streams = new HashMap<>();
  final Map<Destination, Outlet> outlets = new HashMap<>();

  private Map<Subject, State> states = Map.of();

  final InFlight inFlight;

  LaneState(
      RelayConfig config,
      Publishers publishers,
      Tasks tasks,
      RandomGenerator random,
      RelayWatch watch) {
    this.config = config;
    this.publishers = publishers;
    this.tasks = tasks;
    this.random = random;
    this.leasehold = new Leasehold(config.lease());
    this.inFlight = new InFlight(config.batch());
    this.watch = new GuardedWatch(watch);
    this.acknowledgements = new Acknowledgements(this.watch);
  }

  long now() {
    return tasks.now();
  }

  StreamCursor stream(String name) {
    StreamCursor known = streams.get(name);
    return known == null ? newStream(name) : known;
  }

  private StreamCursor newStream(String name) {
    StreamCursor cursor = new StreamCursor(name, config.routeOf(name).orElse(null));
    streams.put(name, cursor);
    if (cursor.route == null) {
      watch.unrouted(name);
    }
    return cursor;
  }

  Outlet outlet(Route route) {
    Outlet outlet = outlets.get(route.destination());
    return outlet == null ? newOutlet(route.destination()) : outlet;
  }

  private Outlet newOutlet(Destination destination) {
    Outlet outlet = new Outlet(destination);
    outlets.put(destination, outlet);
    tell(outlet, now(), now());
    return outlet;
  }

  boolean paused(StreamCursor cursor) {
    State state = states.get(new Subject(Subject.Kind.STREAM, cursor.stream));
    return state != null && state.paused();
  }

  /** What the database said of pauses and breakers when it was asked. */
  void learn(Map<Subject, State> answer, long askedAt) {
    states = answer;
    long now = now();
    outlets.values().forEach(outlet -> tell(outlet, now, askedAt));
  }

  /** The read went back by itself in the streams that it looked at; the next does in the others. */
  void learn(Snapshot snapshot, List<Share> lookedAt) {
    long place = openTransactions.learn(snapshot);
    Set<String> looked = lookedAt.stream().map(Share::stream).collect(toSet());
    streams.values().stream()
        .filter(cursor -> !looked.contains(cursor.stream))
        .forEach(cursor -> cursor.fallBack(place));
  }

  private void tell(Outlet outlet, long now, long askedAt) {
    State state = states.get(new Subject(Subject.Kind.DESTINATION, outlet.destination.uri()));
    boolean paused = state != null && state.paused();
    Duration retryIn = state == null ? null : state.breakerRetryIn();
    long probeAt = retryIn == null ? 0 : askedAt + retryIn.toNanos();
    if (outlet.learn(paused, retryIn != null, probeAt, askedAt)) {
      rewindStreamsOf(outlet);
    }
    outlet.breaker(now);
  }

  /** As if never read: a rewound read brings them again, in order and with no attempt counted. */
  void putBack(Collection<OwedEvent> events) {
    tally.putBack += events.size();
    long now = now();
    for (OwedEvent event : events) {
      inFlight.remove(event);
      stream(event.message().stream()).rewind(now);
    }
  }

  /**
   * Shards that are no longer ours take their events with them; their new owner reads them again.
   */
  void dropLost(Set<Integer> stillOurs) {
    Set<Integer> lost = leasehold.retain(stillOurs);
    if (!lost.isEmpty()) {
      tally.lostShards += lost.size();
      watch.shardsLost(lost.size());
      acknowledgements.forget();
      outlets.values().forEach(o -> putBack(o.drop(event -> lost.contains(event.shard()))));
    }
  }

  void rewindStreamsOf(Outlet outlet) {
    long now = now();
    for (StreamCursor cursor : streams.values()) {
      if (cursor.route != null && outlet(cursor.route) == outlet) {
        cursor.rewind(now);
      }
    }
  }

  void rewindAll() {
    long now = now();
    streams.values().forEach(cursor -> cursor.rewind(now));
  }

  /** What this lane figures in the report. */
  static final class Tally {
    long published;
    long failed;
    long dead;
    long putBack;
    long batches;
    int crashes;
    int lostShards;
  }
}
