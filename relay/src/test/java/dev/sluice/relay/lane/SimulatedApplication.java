package dev.sluice.relay.lane;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Transactions that append, commit late, abort, and use numbers drawn before they began. */
final class SimulatedApplication {

  static final List<String> STREAMS = List.of("a", "b", "c");

  /** No event is larger. */
  static final int LARGEST = 12 << 20;

  private static final int KEYS = 4;
  private static final byte[] SMALL = new byte[1];
  private static final byte[] LARGE = new byte[LARGEST];

  private record Drawn(long seq, EventKey key) {}

  private final RandomGenerator random;
  private final LongSupplier micros;
  private final List<EventKey> keys = new ArrayList<>();
  private final TreeMap<Long, SimulatedEvent> committed = new TreeMap<>();
  private final Map<EventKey, List<Long>> ofKey = new HashMap<>();
  private final TreeMap<Long, List<SimulatedEvent>> open = new TreeMap<>();
  private final List<Drawn> drawn = new ArrayList<>();
  private final Set<Long> rejected = new HashSet<>();
  private final Set<Long> poison = new HashSet<>();

  /** One event in so many kills the process that sends it. */
  int poisonOneIn = Integer.MAX_VALUE;

  /** One event in so many is as large as can be. */
  int largeOneIn = Integer.MAX_VALUE;

  private long nextTransaction = 10;
  private long seq;

  SimulatedApplication(RandomGenerator random, LongSupplier micros) {
    this.random = random;
    this.micros = micros;
    for (String stream : STREAMS) {
      for (int i = 0; i < KEYS; i++) {
        keys.add(new EventKey(stream, "k" + i));
      }
    }
  }

  /** In the order of their numbers. */
  Collection<SimulatedEvent> committed() {
    return Collections.unmodifiableCollection(committed.values());
  }

  Collection<SimulatedEvent> committedAfter(long number) {
    return committed.tailMap(number, false).values();
  }

  /** No broker takes it. */
  boolean isRejected(long event) {
    return rejected.contains(event);
  }

  /** Brokers take it from now on. */
  void repair(long event) {
    rejected.remove(event);
  }

  boolean isPoison(long event) {
    return poison.contains(event);
  }

  EventKey anyKey() {
    return keys.get(random.nextInt(keys.size()));
  }

  Snapshot snapshot() {
    long oldest = open.isEmpty() ? nextTransaction : open.firstKey();
    return new Snapshot(oldest, nextTransaction, List.copyOf(open.keySet()), micros.getAsLong());
  }

  void step() {
    int choice = random.nextInt(100);
    if (choice < 6) {
      drawn.add(new Drawn(++seq, anyKey()));
    } else if (choice < 12 && !drawn.isEmpty()) {
      Drawn number = drawn.remove(random.nextInt(drawn.size()));
      append(begin(), number.seq, number.key, List.of());
    } else if (choice < 35 || open.isEmpty()) {
      begin();
    } else if (choice < 75) {
      append(any(), anyKey());
    } else if (choice < 95) {
      commitTransaction(any());
    } else if (choice < 96) {
      burst(random.nextInt(40));
    } else {
      abort(any());
    }
  }

  private void burst(int events) {
    long transaction = begin();
    for (int i = 0; i < events; i++) {
      append(transaction, anyKey());
    }
    commitTransaction(transaction);
  }

  long begin() {
    open.put(nextTransaction, new ArrayList<>());
    return nextTransaction++;
  }

  private long any() {
    return List.copyOf(open.keySet()).get(random.nextInt(open.size()));
  }

  private List<SimulatedEvent> rows(long transaction) {
    return Objects.requireNonNull(open.get(transaction));
  }

  /** Answers with the number of the event. */
  long append(long transaction, EventKey key, byte[] payload) {
    append(transaction, ++seq, key, List.of(), payload);
    return seq;
  }

  private void append(long transaction, EventKey key) {
    List<Long> before = new ArrayList<>(ofKey.getOrDefault(key, List.of()));
    for (SimulatedEvent own : rows(transaction)) {
      if (own.key().equals(key)) {
        before.add(own.seq());
      }
    }
    append(transaction, ++seq, key, before);
    if (random.nextInt(30) == 0) {
      rejected.add(seq);
    }
  }

  private void append(long transaction, long number, EventKey key, List<Long> before) {
    if (random.nextInt(poisonOneIn) == 0) {
      poison.add(number);
    }
    byte[] payload = random.nextInt(largeOneIn) == 0 ? LARGE : SMALL;
    append(transaction, number, key, before, payload);
  }

  private void append(
      long transaction, long number, EventKey key, List<Long> before, byte[] payload) {
    rows(transaction)
        .add(new SimulatedEvent(number, transaction, micros.getAsLong(), key, before, payload));
  }

  void commitTransaction(long transaction) {
    for (SimulatedEvent event : Objects.requireNonNull(open.remove(transaction))) {
      committed.put(event.seq(), event);
      ofKey.computeIfAbsent(event.key(), key -> new ArrayList<>()).add(event.seq());
    }
  }

  void abort(long transaction) {
    open.remove(transaction);
  }

  /** Commits one event. */
  void commit(EventKey key) {
    long transaction = begin();
    append(transaction, ++seq, key, List.of());
    commitTransaction(transaction);
  }

  /** One transaction with so many events. */
  void commit(int events) {
    long transaction = begin();
    for (int i = 0; i < events; i++) {
      append(transaction, ++seq, anyKey(), List.of());
    }
    commitTransaction(transaction);
  }

  /** Commits what is open. */
  void end() {
    List.copyOf(open.keySet()).forEach(this::commitTransaction);
  }
}
