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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
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

    LogEvent read() {
      LogEvent read = SimulatedEvent.held(event, failures);
      return new LogEvent(
          read.message(), read.slot(), read.shard(), read.maxAttempts(), true, undeliverable);
    }
  }

  private final Map<Long, Held> rows = new TreeMap<>();
  private final Set<Long> dead = new TreeSet<>();
  private final Set<Long> discarded = new HashSet<>();
  private final Set<Long> condemned = new HashSet<>();
  private long changes;

  @Nullable Held find(long seq) {
    return rows.get(seq);
  }

  /** Those that were found to kill their process. */
  Set<Long> condemned() {
    return condemned;
  }

  Set<Long> dead() {
    return dead;
  }

  /** Nothing is tried again. */
  boolean allDead() {
    return dead.size() == rows.size();
  }

  /** What a person has dropped. */
  Set<Long> discarded() {
    return discarded;
  }

  /** How often another process than a lane changed something. */
  long changes() {
    return changes;
  }

  /** A person brings a dead event back. */
  void redrive(long seq, long now) {
    changes++;
    dead.remove(seq);
    rows.computeIfPresent(seq, (s, row) -> new Held(row.event, Status.WAITING, 0, now, null));
  }

  /** A person has a delivered event sent again. */
  void replay(LogEvent event, long now) {
    changes++;
    rows.putIfAbsent(event.seq(), new Held(event, Status.WAITING, 0, now, null));
  }

  /** A person drops a dead event. */
  void discard(long seq) {
    changes++;
    dead.remove(seq);
    rows.remove(seq);
    discarded.add(seq);
  }

  List<HeldKey> blocked(ShardSet shards, BlockingStreams blocking, long now) {
    Map<EventKey, HeldKey> blocked = new LinkedHashMap<>();
    for (Held row : rows.values()) {
      EventKey key = row.event.key();
      boolean isDead = row.status == Status.DEAD;
      if (shards.contains(row.event.shard()) && (!isDead || blocking.contains(key.stream()))) {
        Duration wait = Duration.ofNanos(isDead ? 0 : Math.max(0, row.dueAt - now));
        blocked.putIfAbsent(key, new HeldKey(key, row.event.shard(), wait, isDead));
      }
    }
    return List.copyOf(blocked.values());
  }

  /**
   * @param inTurn false for a fault on purpose: events are tried although an earlier one waits
   * @param full no room is left, although there are bytes
   */
  HeldHeads heads(HeadRequest request, boolean inTurn, BooleanSupplier full, long now) {
    List<LogEvent> events = new ArrayList<>();
    List<EventKey> unread = new ArrayList<>();
    Map<EventKey, Duration> waits = new HashMap<>();
    Set<EventKey> stopped = new HashSet<>();
    long bytes = 0;
    for (HeldKey head : blocked(ShardSet.ALL, request.blocking(), now)) {
      EventKey key = head.key();
      if (!request.keys().contains(key)) {
        continue;
      }
      List<Held> due = due(key, now, inTurn, request);
      int before = events.size();
      boolean room = events.isEmpty() || !full.getAsBoolean();
      for (int i = 0; i < due.size() && room; i++) {
        bytes += due.get(i).event.bytes();
        room = events.isEmpty() || bytes <= request.maxBytes();
        if (room) {
          events.add(due.get(i).read());
        }
      }
      if (!due.isEmpty() && events.size() == before) {
        unread.add(key);
      } else if (due.isEmpty() && head.stopped()) {
        stopped.add(key);
      } else if (due.isEmpty()) {
        waits.put(key, head.due());
      }
    }
    events.sort(Comparator.comparingLong(LogEvent::seq));
    return new HeldHeads(events, unread, waits, stopped);
  }

  /** The first events of a key, up to one that is not due, or that is dead and blocks. */
  private List<Held> due(EventKey key, long now, boolean inTurn, HeadRequest request) {
    List<Held> heads = new ArrayList<>();
    boolean due = true;
    for (Held row : rows.values()) {
      boolean ofKey = row.event.key().equals(key);
      if (ofKey && row.status == Status.DEAD) {
        due &= !request.blocking().contains(key.stream());
      } else if (ofKey && heads.size() < request.limitOfKey()) {
        due &= row.status == Status.WAITING || row.dueAt <= now;
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
      case Change.Waiting waiting ->
          write(new Held(event, Status.WAITING, event.message().attempt() - 1, now, null));
      case Change.Failed failed ->
          write(
              new Held(
                  event,
                  Status.FAILED,
                  failed.failures(),
                  now + failed.delay().toNanos(),
                  failed.code().equals(LogEvent.CONDEMNED.code()) ? LogEvent.CONDEMNED : null));
      case Change.Dead died -> {
        write(new Held(event, Status.DEAD, died.failures(), now, null));
        if (died.code().equals(LogEvent.CONDEMNED.code())) {
          condemned.add(event.seq());
        }
      }
      case Change.Released released -> rows.remove(event.seq());
    }
  }

  private void write(Held row) {
    long seq = row.event.seq();
    if (row.event.held() == rows.containsKey(seq)) {
      rows.put(seq, row);
      if (row.status == Status.DEAD) {
        dead.add(seq);
      } else {
        dead.remove(seq);
      }
    }
  }
}
