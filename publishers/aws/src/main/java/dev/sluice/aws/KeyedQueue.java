package dev.sluice.aws;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Entries that may be sent now. Of each key only the first is among them; the next one follows when
 * that is delivered, since a service takes the entries of one call one by one. The keys with the
 * most behind them go first: the whole takes as long as the longest of them.
 */
final class KeyedQueue<E> {

  private static final Comparator<Entry<?>> LONGEST_FIRST =
      Comparator.<Entry<?>>comparingInt(Entry::urgency)
          .reversed()
          .thenComparingInt(entry -> entry.index);

  private final Queue<Entry<E>> ready = new PriorityQueue<>(LONGEST_FIRST);
  private final Map<Object, Deque<Entry<E>>> lines = new HashMap<>();
  private int behind;

  /** One entry for each index below the count. */
  KeyedQueue(int count, IntFunction<Object> keys) {
    for (int index = 0; index < count; index++) {
      lines
          .computeIfAbsent(keys.apply(index), ignored -> new ArrayDeque<>(1))
          .addLast(new Entry<>(index));
    }
    behind = count;
    lines.values().forEach(this::advance);
  }

  private void advance(Deque<Entry<E>> line) {
    Entry<E> next = line.removeFirst();
    behind--;
    next.hurry(line.size());
    ready.add(next);
  }

  /**
   * What one call can hold; empty if nothing is ready.
   *
   * @param prepare false for one that cannot be sent at all; it leaves the line
   */
  List<Entry<E>> take(BatchLimits limits, Predicate<Entry<E>> prepare) {
    List<Entry<E>> batch = new ArrayList<>(limits.entries());
    long room = limits.bytes();
    Entry<E> next = ready.peek();
    while (next != null && batch.size() < limits.entries()) {
      if (!prepare.test(next)) {
        ready.remove();
        next = ready.peek();
        continue;
      }
      if (next.bytes() > room || (next.alone() && !batch.isEmpty())) {
        break;
      }
      batch.add(ready.remove());
      room -= next.bytes();
      next = next.alone() ? null : ready.peek();
    }
    return batch;
  }

  int size() {
    return ready.size();
  }

  /** Whether what is in flight may make more ready. */
  boolean mayGrow() {
    return behind > 0;
  }

  void delivered(Object key) {
    Deque<Entry<E>> line = lines.getOrDefault(key, new ArrayDeque<>(0));
    if (line.isEmpty()) {
      lines.remove(key);
    } else {
      advance(line);
    }
  }

  /** Nothing of this key is sent any more. */
  void failed(Object key) {
    Deque<Entry<E>> line = lines.remove(key);
    behind -= line == null ? 0 : line.size();
  }

  /** To be sent again, before anything else. */
  void putBack(List<Entry<E>> entries) {
    for (Entry<E> entry : entries) {
      entry.hurry(Integer.MAX_VALUE);
      ready.add(entry);
    }
  }

  /** To be sent again, after everything else that is ready. */
  void putLast(Entry<E> entry) {
    entry.hurry(-1);
    ready.add(entry);
  }
}
