package dev.sluice.relay.lane;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Transactions that append, commit late, abort, and use numbers drawn before they began. */
final class SimulatedApplication {

  private static final List<String> STREAMS = List.of("a", "b", "c");
  private static final int KEYS = 4;

  private record Drawn(long seq, EventKey key) {}

  private final Random random;
  private final LongSupplier micros;
  private final List<SimulatedEvent> committed = new ArrayList<>();
  private final TreeMap<Long, List<SimulatedEvent>> open = new TreeMap<>();
  private final List<Drawn> drawn = new ArrayList<>();
  private final Set<Long> rejected = new HashSet<>();
  private final Set<Long> poison = new HashSet<>();

  /** One event in so many kills the process that sends it. */
  int poisonOneIn = Integer.MAX_VALUE;

  private long nextTransaction = 10;
  private long seq;

  SimulatedApplication(Random random, LongSupplier micros) {
    this.random = random;
    this.micros = micros;
  }

  List<SimulatedEvent> committed() {
    return Collections.unmodifiableList(committed);
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
      append(any());
    } else if (choice < 96) {
      committed.addAll(open.remove(any()));
    } else {
      open.remove(any());
    }
  }

  /** Commits one event. */
  void commit(EventKey key) {
    long transaction = begin();
    append(transaction, ++seq, key, List.of());
    committed.addAll(open.remove(transaction));
  }

  private EventKey anyKey() {
    return new EventKey(STREAMS.get(random.nextInt(STREAMS.size())), "k" + random.nextInt(KEYS));
  }

  private long begin() {
    open.put(nextTransaction, new ArrayList<>());
    return nextTransaction++;
  }

  private long any() {
    return List.copyOf(open.keySet()).get(random.nextInt(open.size()));
  }

  private List<SimulatedEvent> rows(long transaction) {
    return Objects.requireNonNull(open.get(transaction));
  }

  private void append(long transaction) {
    EventKey key = anyKey();
    List<Long> before = new ArrayList<>();
    committed.stream().filter(e -> e.key().equals(key)).forEach(e -> before.add(e.seq()));
    rows(transaction).stream().filter(e -> e.key().equals(key)).forEach(e -> before.add(e.seq()));
    append(transaction, ++seq, key, before);
    if (random.nextInt(30) == 0) {
      rejected.add(seq);
    }
  }

  private void append(long transaction, long number, EventKey key, List<Long> before) {
    if (random.nextInt(poisonOneIn) == 0) {
      poison.add(number);
    }
    rows(transaction).add(new SimulatedEvent(number, transaction, micros.getAsLong(), key, before));
  }

  /** One transaction with so many events. */
  void commit(int events) {
    long transaction = begin();
    for (int i = 0; i < events; i++) {
      append(transaction, ++seq, anyKey(), List.of());
    }
    committed.addAll(rows(transaction));
    open.remove(transaction);
  }

  /** Commits what is open. */
  void end() {
    open.values().forEach(committed::addAll);
    open.clear();
  }
}
