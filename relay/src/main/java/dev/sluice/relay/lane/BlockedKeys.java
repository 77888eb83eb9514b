package dev.sluice.relay.lane;

import dev.sluice.relay.lane.EventLog.HeldKey;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The keys that have held events: what is read behind them is held too. A key that is stopped waits
 * for an operator; it goes on when a change of outbox.held by another process says so.
 */
final class BlockedKeys {

  /** One key: when its head may be tried, and what is under way. */
  private static final class Blocked {
    final int shard;
    long dueAt;
    boolean reading;
    boolean heldSince;
    boolean stopped;
    int settling;
    int outages;

    Blocked(int shard) {
      this.shard = shard;
    }

    Blocked startReading() {
      reading = true;
      heldSince = false;
      return this;
    }
  }

  /** With more, memory and the lease's statement would have no bound. */
  static final int MOST_OF_STREAM = 10_000;

  private static final int SPREAD = 1_000_000;
  private static final long FIRST_DELAY = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_DELAY = Duration.ofSeconds(30).toNanos();

  private final Map<EventKey, Blocked> keys = new HashMap<>();
  private final Map<String, Integer> ofStream = new HashMap<>();
  private final RandomGenerator random;
  private final int most;

  /**
   * @param most more in one stream are not made
   * @param random so that not every invocation tries a closed destination with the same key first
   */
  BlockedKeys(int most, RandomGenerator random) {
    this.most = most;
    this.random = random;
  }

  boolean contains(EventKey key) {
    return !keys.isEmpty() && keys.containsKey(key);
  }

  /** The stream has so many that it is not read further until some are free. */
  boolean full(String stream) {
    return !ofStream.isEmpty() && ofStream.getOrDefault(stream, 0) >= most;
  }

  /**
   * @param shards of which these are all; a key that was stopped and is none of them may go on.
   *     Keys of other shards belong to another lane by now
   */
  void learn(List<HeldKey> blocked, ShardSet shards, long now) {
    for (Blocked known : keys.values()) {
      if (known.stopped && shards.contains(known.shard)) {
        known.stopped = false;
        known.dueAt = now;
      }
    }
    for (HeldKey key : blocked) {
      if (shards.contains(key.shard())) {
        Blocked known = of(key.key(), key.shard());
        known.dueAt = now + key.due().toNanos() - random.nextInt(SPREAD);
        known.stopped = key.stopped();
      }
    }
  }

  private Blocked of(EventKey key, int shard) {
    Blocked known = keys.get(key);
    if (known == null) {
      known = new Blocked(shard);
      keys.put(key, known);
      ofStream.merge(key.stream(), 1, Integer::sum);
    }
    return known;
  }

  private void free(EventKey key) {
    keys.remove(key);
    ofStream.computeIfPresent(key.stream(), (stream, count) -> count == 1 ? null : count - 1);
  }

  /** Another lane changes their events now. */
  void lose(ShardSet shards) {
    List<EventKey> lost =
        keys.entrySet().stream()
            .filter(entry -> shards.contains(entry.getValue().shard))
            .map(Map.Entry::getKey)
            .toList();
    lost.forEach(this::free);
  }

  /** The event goes to outbox.held, or out of it, with the next settle. */
  void hold(LogEvent event, long dueAt) {
    Blocked blocked = of(event.key(), event.shard());
    blocked.dueAt = Math.max(blocked.dueAt, dueAt);
    blocked.settling++;
    blocked.heldSince = true;
  }

  void settled(EventKey key) {
    Blocked blocked = keys.get(key);
    // 0 if the key was lost since, and learned again
    if (blocked != null && blocked.settling > 0) {
      blocked.settling--;
    }
  }

  /** Whether events of a key are on their way to outbox.held, or out of it. */
  boolean settling(Predicate<EventKey> which) {
    return keys.entrySet().stream()
        .anyMatch(entry -> entry.getValue().settling > 0 && which.test(entry.getKey()));
  }

  /** Keys whose head may be tried, the longest due first; they are being read from now on. */
  List<EventKey> take(long now, int limit, Predicate<EventKey> which) {
    Set<EventKey> due =
        keys.entrySet().stream()
            .filter(entry -> ready(entry.getValue(), now) && which.test(entry.getKey()))
            .sorted(Comparator.comparingLong(entry -> entry.getValue().dueAt))
            .limit(limit)
            .map(Map.Entry::getKey)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    for (EventKey key : due) {
      keys.computeIfPresent(key, (k, blocked) -> blocked.startReading());
    }
    return List.copyOf(due);
  }

  private static boolean ready(Blocked blocked, long now) {
    return awaited(blocked) && blocked.dueAt - now <= 0;
  }

  /** Its head is tried as soon as it is due. */
  private static boolean awaited(Blocked blocked) {
    return !blocked.stopped && !blocked.reading && blocked.settling == 0;
  }

  /** It waits until then, at least. */
  void putOff(EventKey key, long dueAt) {
    Blocked blocked = keys.get(key);
    if (blocked != null) {
      blocked.dueAt = Math.max(blocked.dueAt, dueAt);
    }
  }

  /** Its destination did not take it: it waits longer each time, and other keys do not. */
  void delay(EventKey key, long now) {
    Blocked blocked = keys.get(key);
    if (blocked != null) {
      long delay = Math.min(LONGEST_DELAY, FIRST_DELAY << Math.min(blocked.outages++, 5));
      blocked.dueAt = Math.max(blocked.dueAt, now + delay);
    }
  }

  void delivered(EventKey key) {
    Blocked blocked = keys.get(key);
    if (blocked != null) {
      blocked.outages = 0;
    }
  }

  /** Whether the first probe of a destination is a held event, where one of the log could be it. */
  boolean probesFirst() {
    return random.nextBoolean();
  }

  /**
   * Its events were read and judged, or it has none left: unless one was held while it was read.
   */
  void read(EventKey key, boolean empty) {
    Blocked blocked = keys.get(key);
    if (blocked != null) {
      blocked.reading = false;
      if (empty && blocked.settling == 0 && !blocked.heldSince) {
        free(key);
      }
    }
  }

  /** Its head must still wait. */
  void postpone(EventKey key, long dueAt) {
    Blocked blocked = keys.get(key);
    if (blocked != null) {
      blocked.dueAt = dueAt;
    }
    read(key, false);
  }

  /** Its first event is dead and blocks it. */
  void stop(EventKey key) {
    Blocked blocked = keys.get(key);
    if (blocked != null) {
      blocked.stopped = true;
    }
    read(key, false);
  }

  /** When the first head is due of the keys that may be tried; Long.MAX_VALUE if none waits. */
  long nextDue(long now, Predicate<EventKey> which) {
    return keys.entrySet().stream()
        .filter(entry -> awaited(entry.getValue()) && which.test(entry.getKey()))
        .mapToLong(entry -> Math.max(entry.getValue().dueAt, now))
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
