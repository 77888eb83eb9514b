package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.HeldHeads;
import dev.sluice.relay.lane.EventLog.HeldKey;
import dev.sluice.relay.lane.Settlement.Change;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** outbox.held of the simulation. */
final class SimulatedHeld {

  enum Status {
    WAITING,
    FAILED,
    DEAD
  }

  record Held(
      LogEvent event, Status status, int failures, long dueAt, @Nullable Rejected undeliverable) {

    Held(LogEvent event, Status status, int failures, long dueAt) {
      this(event, status, failures, dueAt, null);
    }

    LogEvent read() {
      LogEvent read =
          new SimulatedEvent(event.seq(), 0, 0, event.key(), List.of()).read(failures + 1, true);
      return new LogEvent(
          read.message(), read.slot(), read.shard(), read.maxAttempts(), true, undeliverable);
    }
  }

  private final Map<Long, Held> rows = new TreeMap<>();
  private final Set<Long> discarded = new HashSet<>();
  private long changes;
  private final Set<Long> condemned = new HashSet<>();

  @Nullable Held find(long seq) {
    return rows.get(seq);
  }

  /** Those that were found to kill their process. */
  Set<Long> condemned() {
    return condemned;
  }

  Set<Long> dead() {
    return rows.values().stream()
        .filter(row -> row.status == Status.DEAD)
        .map(row -> row.event.seq())
        .collect(Collectors.toSet());
  }

  /** What a person has dropped. */
  Set<Long> discarded() {
    return discarded;
  }

  /** How often another process than a lane changed something. */
  long changes() {
    return changes;
  }

  /** A person brings back a dead event or drops it. */
  void operate(Random random, LongConsumer repair, long now) {
    List<Long> dead = List.copyOf(new TreeSet<>(dead()));
    if (!dead.isEmpty()) {
      long seq = dead.get(random.nextInt(dead.size()));
      changes++;
      if (random.nextInt(3) == 0) {
        rows.remove(seq);
        discarded.add(seq);
      } else {
        repair.accept(seq);
        rows.computeIfPresent(seq, (s, row) -> new Held(row.event, Status.WAITING, 0, now));
      }
    }
  }

  List<HeldKey> blocked(ShardSet shards, BlockingStreams blocking, long now) {
    Map<EventKey, HeldKey> blocked = new LinkedHashMap<>();
    for (Held row : rows.values()) {
      EventKey key = row.event.key();
      boolean dead = row.status == Status.DEAD;
      if (shards.contains(row.event.shard()) && (!dead || blocking.contains(key.stream()))) {
        Duration wait = Duration.ofNanos(Math.max(0, row.dueAt - now));
        blocked.putIfAbsent(key, new HeldKey(key, row.event.shard(), wait, dead));
      }
    }
    return List.copyOf(blocked.values());
  }

  HeldHeads heads(HeadRequest request, boolean inTurn, Random random, long now) {
    List<LogEvent> events = new ArrayList<>();
    List<EventKey> unread = new ArrayList<>();
    Map<EventKey, Duration> waits = new HashMap<>();
    Set<EventKey> stopped = new HashSet<>();
    for (HeldKey head : blocked(ShardSet.ALL, request.blocking(), now)) {
      EventKey key = head.key();
      if (request.keys().contains(key)) {
        List<Held> ofKey = heads(key, now, inTurn, request.blocking());
        if (!events.isEmpty() && random.nextInt(20) == 0) {
          unread.add(key);
        } else if (!ofKey.isEmpty()) {
          ofKey.stream().limit(request.limitOfKey()).map(Held::read).forEach(events::add);
        } else if (head.stopped()) {
          stopped.add(key);
        } else {
          waits.put(key, head.due());
        }
      }
    }
    events.sort(Comparator.comparingLong(LogEvent::seq));
    return new HeldHeads(events, unread, waits, stopped);
  }

  /** The first events of a key, up to one that is not due, or that is dead and blocks. */
  private List<Held> heads(EventKey key, long now, boolean inTurn, BlockingStreams blocking) {
    List<Held> heads = new ArrayList<>();
    boolean due = true;
    for (Held row : rows.values()) {
      boolean ofKey = row.event.key().equals(key);
      if (ofKey && row.status == Status.DEAD) {
        due &= !blocking.contains(key.stream());
      } else if (ofKey) {
        due &= row.dueAt <= now;
        if (due || (!inTurn && row.dueAt <= now)) {
          heads.add(row);
        }
      }
    }
    return heads;
  }

  /** Applied twice it is applied once. */
  void apply(Change change, long now) {
    LogEvent event = change.event();
    switch (change) {
      case Change.Waiting waiting -> write(new Held(event, Status.WAITING, 0, now));
      case Change.Failed failed ->
          write(
              new Held(
                  event,
                  Status.FAILED,
                  failed.failures(),
                  now + failed.delay().toNanos(),
                  failed.code().equals(LogEvent.CONDEMNED.code()) ? LogEvent.CONDEMNED : null));
      case Change.Dead dead -> {
        write(new Held(event, Status.DEAD, dead.failures(), now));
        if (dead.code().equals(LogEvent.CONDEMNED.code())) {
          condemned.add(event.seq());
        }
      }
      case Change.Released released -> rows.remove(event.seq());
    }
  }

  private void write(Held row) {
    if (row.event.held()) {
      rows.replace(row.event.seq(), row);
    } else {
      rows.putIfAbsent(row.event.seq(), row);
    }
  }
}
